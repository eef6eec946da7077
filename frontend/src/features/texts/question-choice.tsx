import { Button, FileInput, Group, Select } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmButton } from "@/components/confirm-button";
import { ErrorNotice } from "@/components/error-notice";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { addQuestionFile, deleteQuestionFile, questionFilesQuery } from "./api/text-reports";
import type { ReportDraft } from "./draft";

interface QuestionChoiceProps {
  projectId: number;
  draft: ReportDraft;
  problems: Record<string, string>;
  onChange: (changes: Partial<ReportDraft>) => void;
}

/** Which file of visual questions is asked, and how to bring one in. */
export function QuestionChoice({ projectId, draft, problems, onChange }: QuestionChoiceProps) {
  const { t } = useTranslation("texts");
  const client = useQueryClient();
  const [sent, setSent] = useState<File | null>(null);
  const query = questionFilesQuery(projectId);
  const files = useQuery(query).data?.results ?? [];
  const chosen = files.find(({ id }) => id === draft.questions);
  const upload = useMutation({
    mutationFn: (file: File) => addQuestionFile(projectId, file),
    onSuccess: async (added) => {
      setSent(null);
      await client.invalidateQueries({ queryKey: query.queryKey });
      onChange({ questions: added.id });
    },
  });
  return (
    <>
      <Group gap="sm" align="flex-end">
        <Select
          flex="1 1 240px"
          label={t("new.questions")}
          placeholder={t("new.choose_questions")}
          data={files.map(({ id, name, questions }) => ({
            value: String(id),
            label: t("new.questions_count", { name, questions: formatNumber(questions) }),
          }))}
          value={chosen ? String(chosen.id) : null}
          error={problems.questions}
          onChange={(value) => onChange({ questions: value === null ? null : Number(value) })}
        />
        {chosen && (
          <ConfirmButton
            title={t("new.questions_delete_title", { name: chosen.name })}
            text={t("new.questions_delete_text")}
            confirmLabel={t("new.questions_delete")}
            onConfirm={async () => {
              await deleteQuestionFile(projectId, chosen.id);
              notifyDone(t("new.questions_deleted"));
              onChange({ questions: null });
              await client.invalidateQueries({ queryKey: query.queryKey });
            }}
          >
            {t("new.questions_delete")}
          </ConfirmButton>
        )}
      </Group>
      <Group gap="sm" align="flex-end">
        <FileInput
          flex="1 1 240px"
          label={t("new.questions_file")}
          description={t("new.questions_hint")}
          placeholder={t("new.questions_placeholder")}
          accept=".json,.jsonl,.gz"
          clearable
          value={sent}
          onChange={setSent}
        />
        <Button
          variant="default"
          disabled={!sent}
          loading={upload.isPending}
          onClick={() => {
            if (sent) upload.mutate(sent);
          }}
        >
          {t("new.questions_add")}
        </Button>
      </Group>
      {upload.error && <ErrorNotice error={upload.error} />}
    </>
  );
}
