import { Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { LanguageChoice } from "@/components/language-choice";
import { Section } from "@/components/section";
import { wishLanguage } from "@/lib/i18n";
import { sessionQuery, useUser } from "@/lib/queries/session";
import { changeLanguage } from "./api/account";

export function LanguageSection() {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const user = useUser();
  const save = useMutation({
    mutationFn: changeLanguage,
    onSuccess: async (changed) => {
      client.setQueryData(sessionQuery.queryKey, { user: changed, pending: null });
      await wishLanguage(changed.preferences.language || null);
    },
  });
  return (
    <Section title={t("language.title")}>
      <Stack gap="xs">
        <LanguageChoice
          value={save.isPending ? save.variables : user.preferences.language}
          onChange={(language) => save.mutate(language)}
        />
        <Text size="sm" c="dimmed">
          {t("language.text")}
        </Text>
        {save.error && <ErrorNotice error={save.error} />}
      </Stack>
    </Section>
  );
}
