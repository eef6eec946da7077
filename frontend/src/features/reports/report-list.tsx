import { Box, Button, Code, Divider, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconExternalLink } from "@tabler/icons-react";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ConfirmButton } from "@/components/confirm-button";
import { JobProgress } from "@/components/job-progress";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { StateBadge } from "@/components/state-badge";
import { formatDateTime } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { personName } from "@/lib/people";
import { useMayLead } from "@/lib/queries/projects";
import { messageOf } from "@/lib/server-messages";
import { allReports, deleteReport, reportsQuery, type Report } from "./api/reports";

export function ReportList({ projectId }: { projectId: number }) {
  const { t } = useTranslation("reports");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/report" });
  const navigate = useNavigate({ from: "/projects/$projectId/report" });
  const query = useQuery({ ...reportsQuery(projectId, cursor), placeholderData: keepPreviousData });
  return (
    <Section title={t("list.title")}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <Text c="dimmed">{t("list.none")}</Text>
          ) : (
            <Stack>
              {page.results.map((report, index) => (
                <Box key={report.id}>
                  {index > 0 && <Divider mb="md" />}
                  <Entry projectId={projectId} report={report} />
                </Box>
              ))}
              <Pager page={page} onCursor={(next) => void navigate({ search: { cursor: next } })} />
            </Stack>
          )
        }
      </QueryView>
    </Section>
  );
}

function Entry({ projectId, report }: { projectId: number; report: Report }) {
  const { t } = useTranslation("reports");
  const facts = [
    formatDateTime(report.created_at),
    report.created_by && personName(report.created_by),
    report.code_version,
  ];
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Box miw={0} flex="1 1 260px">
        <Text fw={550} style={{ overflowWrap: "anywhere" }}>
          {report.title}
        </Text>
        <Text size="sm" c="dimmed">
          {[...facts, report.with_names && t("list.with_names")].filter(Boolean).join(" · ")}
        </Text>
        <Outcome projectId={projectId} report={report} />
      </Box>
      <Actions projectId={projectId} report={report} />
    </Group>
  );
}

function Outcome({ projectId, report }: { projectId: number; report: Report }) {
  const { t } = useTranslation("reports");
  if (report.state !== "succeeded") {
    return report.job ? <JobProgress projectId={projectId} job={report.job} /> : <StateBadge state={report.state} />;
  }
  return (
    <>
      {report.problem && (
        <Text size="sm" mt={4}>
          {messageOf(report.problem)}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: "anywhere" }}>
        {t("list.checksum")} <Code fz="inherit">{report.sha256}</Code>
      </Text>
    </>
  );
}

function Actions({ projectId, report }: { projectId: number; report: Report }) {
  const { t } = useTranslation("reports");
  const client = useQueryClient();
  const mayDelete = useMayLead(projectId);
  const { title } = report;
  return (
    <Group gap="xs">
      {report.html && (
        <Button
          component="a"
          href={report.html}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
          aria-label={t("list.read_name", { title })}
        >
          {t("list.read")}
        </Button>
      )}
      {report.pdf && (
        <Button
          component="a"
          href={report.pdf}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={t("list.pdf_name", { title })}
        >
          {t("list.pdf")}
        </Button>
      )}
      {mayDelete && (
        <ConfirmButton
          variant="subtle"
          color="red"
          title={t("delete.title")}
          text={t("delete.text", { title })}
          confirmLabel={t("delete.confirm")}
          onConfirm={async () => {
            await deleteReport(projectId, report.id);
            notifyDone(t("delete.done"));
            await client.invalidateQueries(allReports(projectId));
          }}
        >
          {t("delete.open")}
        </ConfirmButton>
      )}
    </Group>
  );
}
