import { Button, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DatasheetQuestion } from "@/api/releases";
import { ErrorNotice } from "@/components/error-notice";
import { growing } from "@/components/growing";
import { notifyDone } from "@/lib/notify";
import { datasheetQuery, writeDatasheet } from "./api/releases";

interface DatasheetEditorProps {
  projectId: number;
  questions: DatasheetQuestion[];
}

const shownOf = ({ draft, answer }: DatasheetQuestion) => answer || draft;

/** The answers as they will stand; one that is its draft again follows the project. */
export function DatasheetEditor({ projectId, questions }: DatasheetEditorProps) {
  const { t } = useTranslation("releases");
  const [typed, setTyped] = useState<Record<string, string>>({});
  const textOf = (question: DatasheetQuestion) => typed[question.key] ?? shownOf(question);
  const changed = questions.filter((question) => textOf(question) !== shownOf(question)).length;
  const save = useSaving(projectId, () => setTyped({}));
  useBlocker({
    shouldBlockFn: () => changed > 0 && !window.confirm(t("datasheet.leave")),
    enableBeforeUnload: () => changed > 0,
  });
  const answers = () =>
    Object.fromEntries(
      questions
        .map((question) => [question.key, textOf(question).trim()] as const)
        .filter(([key, text]) => text !== "" && text !== questions.find((each) => each.key === key)?.draft.trim()),
    );
  const sections = [...new Set(questions.map(({ section }) => section))];
  return (
    <Stack gap="lg">
      {sections.map((section) => (
        <Stack key={section}>
          <Title order={3} size="h5" lang="en">
            {section}
          </Title>
          {questions
            .filter((question) => question.section === section)
            .map((question) => (
              <Question
                key={question.key}
                question={question}
                text={textOf(question)}
                onText={(text) => setTyped((before) => ({ ...before, [question.key]: text }))}
              />
            ))}
        </Stack>
      ))}
      {save.error && <ErrorNotice error={save.error} />}
      <Group gap="sm">
        <Button disabled={changed === 0} loading={save.isPending} onClick={() => save.mutate(answers())}>
          {t("datasheet.save")}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {changed > 0 ? t("datasheet.changed", { count: changed }) : t("datasheet.unchanged")}
        </Text>
      </Group>
    </Stack>
  );
}

function useSaving(projectId: number, onSaved: () => void) {
  const { t } = useTranslation("releases");
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answers: Record<string, string>) => writeDatasheet(projectId, answers),
    onSuccess: (sheet) => {
      client.setQueryData(datasheetQuery(projectId).queryKey, sheet);
      onSaved();
      notifyDone(t("datasheet.saved"));
    },
  });
}

interface QuestionProps {
  question: DatasheetQuestion;
  text: string;
  onText: (text: string) => void;
}

function Question({ question, text, onText }: QuestionProps) {
  const { t } = useTranslation("releases");
  const isDraft = text.trim() === question.draft.trim();
  const state = isDraft ? (question.draft ? "drafted" : "unanswered") : "edited";
  return (
    <div>
      <Textarea
        lang="en"
        label={question.question}
        description={t(`datasheet.${state}`)}
        maxLength={5000}
        {...growing(2, 12)}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {!isDraft && question.draft && (
        <Button
          variant="subtle"
          size="compact-xs"
          mt={4}
          aria-label={t("datasheet.use_draft_of", { question: question.question })}
          onClick={() => onText(question.draft)}
        >
          {t("datasheet.use_draft")}
        </Button>
      )}
    </div>
  );
}
