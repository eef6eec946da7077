import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { CodeInfo, QualitySettings } from "@/api/quality";
import { ErrorNotice } from "@/components/error-notice";
import { SettingsFields } from "@/components/settings-fields";
import { Section } from "@/components/section";
import { allFieldsShown } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { qualityKey, qualityQuery } from "@/lib/queries/quality";
import { saveQuality } from "./api/quality";

interface ThresholdsProps {
  projectId: number;
  settings: QualitySettings;
  codes: CodeInfo[];
  mayEdit: boolean;
}

const groups = {
  when: ["on_submission", "skips", "early_warning", "off", "rules"],
  answers: [
    "time_z",
    "clock_z",
    "capitals_share",
    "quality_words",
    "text_yes_share",
    "alone_min_answers",
    "canned_text",
    "canned_often_share",
    "canned_often_min_images",
  ],
  copies: [
    "duplicate_similarity",
    "duplicate_min_words",
    "duplicate_min_own",
    "duplicate_min_answers",
    "pasted_share",
    "pasted_min_images",
  ],
  people: [
    "gold_accuracy",
    "gold_min_answers",
    "edit_z",
    "edit_min_answers",
    "edit_min_people",
    "spot_check_share",
    "new_below",
    "early_min_answers",
    "early_min_people",
    "early_z",
    "again_after",
  ],
} as const satisfies Record<string, readonly (keyof QualitySettings)[]>;
const OPTIONAL_TEXTS = ["canned_text"];
const parts = ["when", "answers", "copies", "people"] as const;

/** Every number behind a flag. A change counts from the next check on; old flags keep their numbers. */
export function Thresholds({ projectId, settings, codes, mayEdit }: ThresholdsProps) {
  const { t } = useTranslation("quality");
  const client = useQueryClient();
  const [draft, setDraft] = useState<QualitySettings | null>(null);
  const save = useMutation({
    mutationFn: (values: QualitySettings) => saveQuality(projectId, values),
    onSuccess: (saved) => {
      client.setQueryData(qualityQuery(projectId).queryKey, saved);
      setDraft(null);
      notifyDone(t("thresholds.saved"));
      void client.invalidateQueries({ queryKey: qualityKey(projectId) });
    },
  });
  const problems = isApiError(save.error) ? save.error.fields : [];
  return (
    <Section title={t("thresholds.title")} description={t("thresholds.text")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft) save.mutate(draft);
        }}
      >
        <Stack>
          <SettingsFields
            value={draft ?? settings}
            onChange={(values) => setDraft({ ...(draft ?? settings), ...values })}
            disabled={!mayEdit}
            optionalTexts={OPTIONAL_TEXTS}
            problems={problems}
            groups={parts.map((part) => ({ title: t(`thresholds.${part}`), keys: groups[part] }))}
            codes={{
              off: Object.fromEntries(codes.map(({ code, title }) => [code, title])),
              rules: t("rule", { ns: "settings", returnObjects: true }),
            }}
          />
          {save.error && (
            <ErrorNotice error={save.error} hideFields={allFieldsShown(save.error, Object.keys(settings))} />
          )}
          {mayEdit && (
            <Group justify="flex-end" gap="sm">
              {draft ? (
                <Button variant="default" onClick={() => setDraft(null)}>
                  {t("thresholds.discard")}
                </Button>
              ) : (
                <Text size="sm" c="dimmed">
                  {t("thresholds.unchanged")}
                </Text>
              )}
              <Button type="submit" disabled={!draft} loading={save.isPending}>
                {t("thresholds.save")}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  );
}
