import { Alert, Box, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Hit, HitFeedback, ItemFeedback } from "@/api/hits";
import { LinkButton } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Thumb } from "@/components/thumb";
import { formatDateTime, formatPercent } from "@/lib/format";
import { finishedHitQuery, hitFeedbackQuery } from "@/lib/queries/qualification";
import { stageTitle } from "@/lib/server-messages";
import { PracticeResultView } from "@/kinds/practice-result";

/** After a practice round: what was right, what was expected and why. After a test: the result. */
export default function FeedbackPage({ hitId }: { hitId: number }) {
  const { t } = useTranslation("hits");
  const hit = useQuery(finishedHitQuery(hitId));
  const feedback = useQuery(hitFeedbackQuery(hitId));
  return (
    <QueryView query={feedback}>
      {(report) => (
        <Box maw={860}>
          <PageHeader
            title={report.purpose === "test" ? t("feedback.test_title") : t("feedback.practice_title")}
            context={hit.data?.project.name ?? ""}
            description={hit.data && `${stageTitle(hit.data.stage)} · ${hit.data.project.name}`}
            actions={hit.data && <Onwards hit={hit.data} />}
          />
          <Stack>
            <Result feedback={report} />
            {report.items.map((item, index) => (
              <Item key={item.assignment} item={item} number={index + 1} stage={report.stage} hit={hit.data} />
            ))}
          </Stack>
        </Box>
      )}
    </QueryView>
  );
}

function Onwards({ hit }: { hit: Hit }) {
  const { t } = useTranslation("hits");
  return (
    <LinkButton to="/qualify/$projectId" params={{ projectId: String(hit.project.id) }}>
      {t("feedback.continue")}
    </LinkButton>
  );
}

function Result({ feedback }: { feedback: HitFeedback }) {
  const { t } = useTranslation("hits");
  const { score, pass_mark: mark, passed, attempts_left: left, retry_at: retry } = feedback;
  if (feedback.purpose !== "test") {
    return (
      <Alert color="blue">
        {t("feedback.practice_text")} {score !== null && t("feedback.score_only", { percent: formatPercent(score) })}
      </Alert>
    );
  }
  const after = [
    passed ? t("feedback.passed_text") : t("feedback.failed_text"),
    score !== null && mark !== null
      ? t("feedback.score_percent", { percent: formatPercent(score), mark: formatPercent(mark) })
      : null,
    passed || left === null ? null : left > 0 ? t("feedback.attempts", { count: left }) : t("feedback.attempts_none"),
    !passed && retry ? t("feedback.retry_at", { time: formatDateTime(retry) }) : null,
  ];
  return (
    <Alert
      color={passed ? "accent" : "red"}
      title={passed ? t("feedback.passed") : t("feedback.failed")}
      icon={passed ? <IconCheck size={18} aria-hidden /> : <IconX size={18} aria-hidden />}
    >
      {after.filter(Boolean).join(" ")}
      <Text size="sm" c="dimmed" mt="xs">
        {t("feedback.no_items")}
      </Text>
    </Alert>
  );
}

interface ItemProps {
  item: ItemFeedback;
  number: number;
  stage: HitFeedback["stage"];
  hit: Hit | undefined;
}

function Item({ item, number, stage, hit }: ItemProps) {
  const { t } = useTranslation("hits");
  const assignment = hit?.assignments.find(({ id }) => id === item.assignment);
  return (
    <Section title={t("feedback.item", { number })}>
      <Group align="flex-start" gap="md">
        {assignment && <Thumb src={assignment.image.urls.thumb} alt={assignment.image.name} size={120} />}
        <Box flex="1 1 280px" miw={0}>
          <PracticeResultView result={item} kind={stage.kind} settings={stage.settings} mine={item.mine} />
        </Box>
      </Group>
    </Section>
  );
}
