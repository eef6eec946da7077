import { Group, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { BatchReport } from "@/api/quality";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { StateBadge } from "@/components/state-badge";
import { formatNumber, formatPercent } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { personName } from "@/lib/people";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { qualityQuery } from "@/lib/queries/quality";
import { AnnotatorTable } from "./annotator-table";
import { batchReportQuery } from "./api/batches";

interface BatchPageProps {
  projectId: number;
  batchId: number;
}

/** What came of one batch: what to read before the next is opened. */
export default function BatchPage({ projectId, batchId }: BatchPageProps) {
  const { t } = useTranslation("quality");
  const query = useQuery(batchReportQuery(projectId, batchId));
  const mayAct = useMayLead(projectId);
  const title = query.data ? t("report.title", { title: query.data.batch.title }) : t("batches.report");
  usePageTitle(title, useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/quality/batches" params={{ projectId: String(projectId) }}>
        {t("report.back")}
      </TextLink>
      <QueryView query={query}>
        {(report) => (
          <>
            <Figures projectId={projectId} report={report} title={title} />
            <Section title={t("report.people")}>
              {report.annotators.length === 0 ? (
                <Text c="dimmed">{t("annotators.none")}</Text>
              ) : (
                <AnnotatorTable projectId={projectId} rows={report.annotators} mayAct={mayAct} />
              )}
            </Section>
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function Figures({ projectId, report, title }: { projectId: number; report: BatchReport; title: string }) {
  const { t } = useTranslation("quality");
  const { batch, submissions, approved, rejected, gold, blocked } = report;
  return (
    <Section
      title={title}
      actions={
        <LinkButton
          to="/projects/$projectId/review"
          params={{ projectId: String(projectId) }}
          search={{ batch: String(batch.id) }}
          variant="default"
        >
          {t("report.review")}
        </LinkButton>
      }
    >
      <Stack>
        <Group gap="xs">
          <StateBadge state={batch.state} />
          <Text size="sm" c="dimmed">
            {t("batches.of", { done: batch.done, samples: batch.samples })}
          </Text>
        </Group>
        <Stats>
          <Stat label={t("report.submissions")} value={formatNumber(submissions)} />
          <Stat label={t("report.approved")} value={formatNumber(approved)} />
          <Stat label={t("report.rejected")} value={formatNumber(rejected)} />
          <Stat label={t("report.undecided")} value={formatNumber(submissions - approved - rejected)} />
          <Stat
            label={t("report.gold")}
            value={formatPercent(gold.accuracy)}
            hint={t("report.gold_of", { right: gold.right, total: gold.total })}
          />
        </Stats>
        <Flags projectId={projectId} report={report} />
        <div>
          <Text fw={550} size="sm">
            {t("report.blocked")}
          </Text>
          {blocked.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("report.nobody")}
            </Text>
          ) : (
            <List size="sm">
              {blocked.map((block) => (
                <List.Item key={block.id}>
                  {personName(block.user)}: {block.reason}
                </List.Item>
              ))}
            </List>
          )}
        </div>
      </Stack>
    </Section>
  );
}

function Flags({ projectId, report }: { projectId: number; report: BatchReport }) {
  const { t } = useTranslation("quality");
  const codes = useQuery(qualityQuery(projectId)).data?.codes ?? [];
  const counts = Object.entries(report.flags).filter(([, count]) => count > 0);
  return (
    <div>
      <Text fw={550} size="sm">
        {t("report.flags")}
      </Text>
      {counts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("report.no_flags")}
        </Text>
      ) : (
        <List size="sm">
          {counts.map(([code, count]) => (
            <List.Item key={code}>
              <TextLink
                fz="inherit"
                to="/projects/$projectId/review"
                params={{ projectId: String(projectId) }}
                search={{ batch: String(report.batch.id), code, state: "all" }}
              >
                {codes.find((known) => known.code === code)?.title ?? code}
              </TextLink>
              : {formatNumber(count)}
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
