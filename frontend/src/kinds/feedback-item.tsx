import { Badge, Blockquote, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { MyFeedback } from "@/api/hits";
import { formatRelative } from "@/lib/format";
import { AnswerView } from "./answer-view";
import { FeedbackActions } from "./feedback-actions";

/** What a lead wrote, and the words it is about marked in one's own text. */
export function FeedbackItem({ item }: { item: MyFeedback }) {
  const { t } = useTranslation("inbox");
  const { span, path } = item;
  const marks = span ? [{ path, span: [span.start, span.end] as const, tone: "note" as const, label: t("mark") }] : [];
  return (
    <Stack gap="sm">
      <Blockquote p="sm" m={0} radius="sm" color="blue" style={{ whiteSpace: "pre-wrap" }}>
        {item.message}
      </Blockquote>
      <AnswerView kind={item.stage.kind} answer={item.mine} marks={marks} />
      <Group gap="xs">
        {item.read_at === null && <Badge>{t("new")}</Badge>}
        <Text size="xs" c="dimmed">
          {formatRelative(item.created_at)}
        </Text>
      </Group>
      <FeedbackActions item={item} />
    </Stack>
  );
}
