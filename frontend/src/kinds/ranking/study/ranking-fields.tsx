import { Checkbox, Stack, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { StudySettingsProps } from "../../study-ui";

/** What people are asked, and whether texts may share a place. */
export function RankingFields({ settings, onChange, problemOf }: StudySettingsProps) {
  const { t } = useTranslation("studies");
  const { question, help, ties } = settings;
  return (
    <Stack gap="sm" maw={720}>
      <TextInput
        label={t("ranked.question")}
        maxLength={200}
        value={String(question)}
        error={problemOf("settings.question")}
        onChange={(event) => onChange({ ...settings, question: event.currentTarget.value })}
      />
      <Textarea
        label={t("ranked.help")}
        autosize
        minRows={2}
        maxLength={1000}
        value={String(help)}
        error={problemOf("settings.help")}
        onChange={(event) => onChange({ ...settings, help: event.currentTarget.value })}
      />
      <Checkbox
        label={t("ranked.ties")}
        description={t("ranked.ties_hint")}
        checked={ties !== false}
        onChange={(event) => onChange({ ...settings, ties: event.currentTarget.checked })}
      />
    </Stack>
  );
}
