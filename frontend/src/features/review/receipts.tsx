import { Badge, Blockquote, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { SentFeedback } from "@/api/quality";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatDateTime } from "@/lib/format";
import { personName } from "@/lib/people";
import { sentFeedbackQuery } from "./api/review";

interface ReceiptsProps {
  projectId: number;
  annotation: number;
}

/** What was said about this answer, who said it, and whether its author has read it. */
export function Receipts({ projectId, annotation }: ReceiptsProps) {
  const { t } = useTranslation("review");
  const query = useQuery(sentFeedbackQuery(projectId, annotation));
  // Nothing sent is nothing to say; but what could not be asked for must not look like it.
  if (query.isPending || query.data?.results.length === 0) return null;
  return (
    <Section title={t("receipts.title")}>
      <QueryView query={query}>
        {({ results }) => (
          <Stack gap="md">
            {results.map((item) => (
              <Receipt key={item.id} item={item} />
            ))}
          </Stack>
        )}
      </QueryView>
    </Section>
  );
}

function Receipt({ item }: { item: SentFeedback }) {
  const { t } = useTranslation("review");
  const { read_at: read, replied_at: replied } = item;
  return (
    <Stack gap={6}>
      {item.quote && (
        <Text size="sm" c="dimmed">
          {t("feedback.about_words", { quote: item.quote })}
        </Text>
      )}
      <Blockquote p="sm" m={0} radius="sm" style={{ whiteSpace: "pre-wrap" }}>
        {item.message}
      </Blockquote>
      <Group gap="xs">
        <Badge color={read ? "accent" : "gray"}>{read ? t("receipts.read") : t("receipts.unread")}</Badge>
        <Text size="xs" c="dimmed">
          {t("receipts.sent", { name: personName(item.sent_by), when: formatDateTime(item.created_at) })}
          {read && ` · ${t("receipts.read_at", { when: formatDateTime(read) })}`}
        </Text>
      </Group>
      {replied && (
        <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          <Text span fw={600} fz="inherit">
            {t("receipts.reply")}
          </Text>{" "}
          {item.reply}
        </Text>
      )}
    </Stack>
  );
}
