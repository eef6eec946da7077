import { Code, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  isCaptionAnswer,
  isObjectsAnswer,
  isOcrAnswer,
  isVoteAnswer,
  textOfAnswer,
  type Answer,
} from "@/api/types";
import { ObjectsDiff } from "@/components/objects-answer";
import { WordDiff } from "@/components/word-diff";
import { CaptionView } from "./caption/read-only";
import { DescriptionView } from "./description/read-only";
import { ObjectsView } from "./objects/read-only";
import { OcrView } from "./ocr/read-only";
import type { ReadOnlyProps } from "./read-only";
import { VoteView } from "./vote/read-only";

/** An answer to read, whatever its kind: told by its shape, so that pages need no editors for it. */
export function AnswerView(props: ReadOnlyProps): ReactNode {
  const { answer, ...rest } = props;
  if (isObjectsAnswer(answer)) return <ObjectsView {...rest} answer={answer} />;
  if (isVoteAnswer(answer)) return <VoteView {...rest} answer={answer} />;
  if (isOcrAnswer(answer)) return <OcrView {...rest} answer={answer} />;
  if (isCaptionAnswer(answer)) return <CaptionView {...rest} answer={answer} />;
  const text = textOfAnswer(answer);
  if (text !== null) return <DescriptionView {...rest} answer={{ text }} />;
  return <UnknownAnswer answer={answer} />;
}

function UnknownAnswer({ answer }: { readonly answer: Answer }) {
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

/** What became of an answer. */
export function AnswerDiff({ before, after }: { readonly before: Answer; readonly after: Answer }) {
  if (isObjectsAnswer(before) && isObjectsAnswer(after)) {
    return <ObjectsDiff before={before.objects} after={after.objects} />;
  }
  if (isOcrAnswer(before) && isOcrAnswer(after)) {
    return <WordDiff before={words(before)} after={words(after)} />;
  }
  const [old, now] = [textOfAnswer(before), textOfAnswer(after)];
  if (old !== null && now !== null) return <WordDiff before={old} after={now} />;
  return <AnswerView answer={after} />;
}

function words(answer: { readonly tokens: ReadonlyArray<{ readonly text: string }> }): string {
  return answer.tokens.map((token) => token.text).join(" ");
}
