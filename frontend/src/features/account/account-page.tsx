import { Box, SegmentedControl, Stack, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { OwnInvitations } from "@/components/own-invitations";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { DataSection } from "./data-section";
import { FactorSection } from "./factor-section";
import { IdentitySection } from "./identity-section";
import { KeysSection } from "./keys-section";
import { LanguageSection } from "./language-section";
import { PasswordSection } from "./password-form";
import { ProfileForm } from "./profile-form";
import { SessionSection } from "./session-section";
import { ToldSection } from "./told-section";
import { TokenSection } from "./token-section";

export default function AccountPage() {
  const { t } = useTranslation("account");
  return (
    <Box maw={860}>
      <PageHeader title={t("title")} />
      <OwnInvitations />
      <Stack>
        <ProfileForm />
        <LanguageSection />
        <ColourChoice />
        <ToldSection />
        <KeysSection />
        <PasswordSection />
        <IdentitySection />
        <FactorSection />
        <SessionSection />
        <TokenSection />
        <DataSection />
      </Stack>
    </Box>
  );
}

const schemes = ["auto", "light", "dark"] as const;

function ColourChoice() {
  const { t } = useTranslation("account");
  const { t: common } = useTranslation("common");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={t("colours.title")}>
      <SegmentedControl
        aria-label={common("scheme.label")}
        value={colorScheme}
        data={schemes.map((scheme) => ({ value: scheme, label: common(`scheme.${scheme}`) }))}
        onChange={(value) => {
          const scheme = schemes.find((name) => name === value);
          if (scheme) setColorScheme(scheme);
        }}
      />
    </Section>
  );
}
