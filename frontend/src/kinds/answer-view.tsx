import { Code, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  isCaptionAnswer,
  isObjectsAnswer,
  isOcrAnswer,
  isScoresAnswer,
  isTextsAnswer,
  isVoteAnswer,
  textOfAnswer,
  type Answer,
  type ScoresAnswer,
} from "@/api/types";
import { ObjectsDiff } from "@/components/objects-answer";
import { WordDiff } from "@/components/word-diff";
import { CaptionView } from "./caption/read-only";
import { DescriptionView } from "./description/read-only";
import { LikertView } from "./likert/read-only";
import { ObjectsView } from "./objects/read-only";
import { OcrView } from "./ocr/read-only";
import type { ReadOnlyProps } from "./read-only";
import { SideBySideView } from "./side-by-side/read-only";
import { TextsView } from "./texts/read-only";
import { VoteView } from "./vote/read-only";

type AnswerViewProps = ReadOnlyProps & {
  /** Its name, where the page knows it: two kinds have answers of one shape. */
  kind?: string | undefined;
};

/** An answer to read, whatever its kind: told by its shape, so that pages need no editors for it. */
export function AnswerView(props: AnswerViewProps): ReactNode {
  const { answer, kind, ...rest } = props;
  if (isObjectsAnswer(answer)) return <ObjectsView {...rest} answer={answer} />;
  if (isVoteAnswer(answer)) return <VoteView {...rest} answer={answer} />;
  if (isOcrAnswer(answer)) return <OcrView {...rest} answer={answer} />;
  if (isTextsAnswer(answer)) return <TextsView {...rest} answer={answer} />;
  if (isScoresAnswer(answer)) {
    const View = isOfOneText(answer, kind, rest.settings) ? LikertView : SideBySideView;
    return <View {...rest} answer={answer} />;
  }
  if (isCaptionAnswer(answer)) return <CaptionView {...rest} answer={answer} />;
  const text = textOfAnswer(answer);
  if (text !== null) return <DescriptionView {...rest} answer={{ text }} />;
  return <UnknownAnswer answer={answer} />;
}

/** Without the name of the kind its settings tell, or else a score that only one of the two has. */
function isOfOneText({ scores }: ScoresAnswer, kind: string | undefined, settings: ReadOnlyProps["settings"]): boolean {
  if (kind !== undefined) return kind === "likert.v1";
  if (settings && "metrics" in settings) return "low_label" in settings;
  return Object.values(scores).some(({ score }) => (score ?? 0) > 2);
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

/** What became of an answer. */
export function AnswerDiff({ before, after }: { before: Answer; after: Answer }) {
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

function words(answer: { tokens: ReadonlyArray<{ text: string }> }): string {
  return answer.tokens.map((token) => token.text).join(" ");
}
