import { Box, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AnswerDifference, AnswerView } from "@/kinds/answer-view";
import { CommentThreads } from "@/components/comments/comment-threads";
import { LinkButton, TextLink } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Thumb } from "@/components/thumb";
import { FeedbackItem } from "@/kinds/feedback-item";
import { formatDateTime, formatSeconds } from "@/lib/format";
import { feedbackOnQuery } from "@/lib/queries/feedback";
import { stageTitle } from "@/lib/server-messages";
import { historyDetailQuery } from "./api/work";
import { OutcomeSection } from "./outcome-section";

export default function HistoryDetailPage({ assignmentId }: { assignmentId: number }) {
  const { t } = useTranslation("work");
  const query = useQuery(historyDetailQuery(assignmentId));
  return (
    <QueryView query={query}>
      {(entry) => (
        <>
          <PageHeader
            title={t("history.detail_title")}
            context={entry.image.name}
            before={<TextLink to="/history">{t("history.title")}</TextLink>}
            description={`${entry.image.name} · ${stageTitle(entry.stage)} · ${entry.project.name} · ${formatDateTime(entry.submitted_at)} · ${formatSeconds(entry.active_seconds)}`}
            actions={
              <LinkButton to="/work" variant="default">
                {t("title")}
              </LinkButton>
            }
          />
          <Stack>
            <OutcomeSection entry={entry} />
            <FeedbackOn assignmentId={assignmentId} />
            {entry.may_comment && <CommentsOn assignmentId={assignmentId} />}
            <Section title={t("history.changes")}>
              {entry.start ? (
                <AnswerDifference kind={entry.stage.kind} before={entry.start} after={entry.mine} />
              ) : (
                <Text c="dimmed">{t("history.no_start")}</Text>
              )}
            </Section>
            <Section title={t("history.mine")}>
              <Group align="flex-start" gap="md">
                <Thumb src={entry.image.urls.view} alt={entry.image.name} size={200} />
                <Box flex="1 1 320px" miw={0}>
                  {entry.about && (
                    <Box mb="sm">
                      <Text size="sm" fw={600}>
                        {t("history.about")}
                      </Text>
                      <AnswerView {...entry.about} />
                    </Box>
                  )}
                  <AnswerView answer={entry.mine} kind={entry.stage.kind} settings={entry.settings} />
                </Box>
              </Group>
            </Section>
          </Stack>
        </>
      )}
    </QueryView>
  );
}

/** What is said about the image. */
function CommentsOn({ assignmentId }: { assignmentId: number }) {
  const { t } = useTranslation("comments");
  return (
    <Section title={t("title")} description={t("history_text")}>
      <CommentThreads of={{ assignment: assignmentId }} />
    </Section>
  );
}

/** What a lead wrote about this very submission, if anything. */
function FeedbackOn({ assignmentId }: { assignmentId: number }) {
  const { t } = useTranslation("inbox");
  const notes = useQuery(feedbackOnQuery(assignmentId)).data?.results;
  if (!notes || notes.length === 0) return null;
  return (
    <Section title={t("section")}>
      <Stack gap="lg">
        {notes.map((item) => (
          <FeedbackItem key={item.id} item={item} />
        ))}
      </Stack>
    </Section>
  );
}
