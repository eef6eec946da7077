import { Badge, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CaptionAnswer } from "@/api/types";
import { MarkedText } from "@/components/marked-text";
import { marksAt, type ReadOnlyProps } from "../kind";

/** A caption with what was said about the image. */
export function CaptionView({ answer, marks, onSpan }: ReadOnlyProps<CaptionAnswer>) {
  const { t } = useTranslation("answers");
  const hasText = answer.text_detected !== null && answer.text_detected !== undefined;
  const { text, canned, text_detected: detected, quality_issues: issues = [], quality_other: other } = answer;
  return (
    <Stack gap={6}>
      {text ? (
        <MarkedText text={text} marks={marksAt(marks, "text")} onSelect={onSpan && ((span) => onSpan("text", span))} />
      ) : (
        <Text c="dimmed">{t("caption.empty")}</Text>
      )}
      {(canned || hasText || issues.length > 0) && (
        <Group gap={6}>
          {canned && <Badge color="grape">{t("caption.canned")}</Badge>}
          {hasText && (
            <Badge variant="default" fw={500}>
              {detected ? t("caption.text_yes") : t("caption.text_no")}
            </Badge>
          )}
          {issues.map((issue) => (
            <Badge key={issue} variant="default" fw={500}>
              {issue === "other" && other ? t("caption.other", { text: other }) : t(`caption.issue.${issue}`)}
            </Badge>
          ))}
        </Group>
      )}
    </Stack>
  );
}
