import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DescriptionAnswer } from "@/api/types";
import { MarkedText } from "@/components/marked-text";
import { marksAt, type ReadOnlyProps } from "../kind";
import { MentionText } from "../text/mention-text";

export function DescriptionView({ answer, marks, onSpan, lighting }: ReadOnlyProps<DescriptionAnswer>) {
  const { t } = useTranslation("answers");
  if (!answer.text) return <Text c="dimmed">{t("description.empty")}</Text>;
  return (
    <MarkedText
      text={answer.text}
      marks={marksAt(marks, "text")}
      onSelect={onSpan && ((span) => onSpan("text", span))}
      renderWords={lighting && ((words) => <MentionText {...lighting} text={words} />)}
    />
  );
}
