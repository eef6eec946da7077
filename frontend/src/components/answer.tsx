import { Code, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isObjectsAnswer, type Answer } from "@/api/answers";
import { ObjectsDiff, ObjectsList } from "./objects-answer";
import { WordDiff } from "./word-diff";

function isText(answer: Answer): answer is { text: string } {
  return "text" in answer && typeof answer.text === "string";
}

function UnknownAnswer({ answer }: { answer: Answer }) {
  const { t } = useTranslation("answers");
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t("unknown")}
      </Text>
      <Code block>{JSON.stringify(answer, null, 2)}</Code>
    </Stack>
  );
}

/** An answer to read, whatever its kind. */
export function AnswerView({ answer }: { answer: Answer }) {
  const { t } = useTranslation("answers");
  if (isObjectsAnswer(answer)) return <ObjectsList objects={answer.objects} />;
  if (!isText(answer)) return <UnknownAnswer answer={answer} />;
  return (
    <Text component="p" m={0} maw="80ch" lh={1.65} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {answer.text || t("description.empty")}
    </Text>
  );
}

/** What became of an answer. */
export function AnswerDiff({ before, after }: { before: Answer; after: Answer }) {
  if (isObjectsAnswer(before) && isObjectsAnswer(after)) {
    return <ObjectsDiff before={before.objects} after={after.objects} />;
  }
  if (isText(before) && isText(after)) return <WordDiff before={before.text} after={after.text} />;
  return <UnknownAnswer answer={after} />;
}
