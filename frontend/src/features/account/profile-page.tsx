import { SegmentedControl, Stack, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "@/components/section";
import { AccountFrame } from "./account-frame";
import { KeysSection } from "./keys-section";
import { LanguageSection } from "./language-section";
import { ProfileForm } from "./profile-form";

/** Who one is, and how the pages are shown. */
export default function ProfilePage() {
  return (
    <AccountFrame page="profile">
      <Stack>
        <ProfileForm />
        <LanguageSection />
        <ColourChoice />
        <KeysSection />
      </Stack>
    </AccountFrame>
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
