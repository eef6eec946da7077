import { Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { TextReport } from "@/api/text-reports";
import { ConfirmButton } from "@/components/confirm-button";
import { JobProgress } from "@/components/job-progress";
import { TextLink } from "@/components/link-button";
import { MadeWith } from "@/components/made-with";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { personName } from "@/lib/people";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { deleteReport, fileAddress, textReportQuery } from "./api/text-reports";
import { FileLink } from "./file-link";
import { TableSection } from "./table-section";
import { ReportState } from "./texts-page";

interface ReportPageProps {
  projectId: number;
  reportId: number;
}

/** One report: what was measured of which texts, as tables, charts and files. */
export default function ReportPage({ projectId, reportId }: ReportPageProps) {
  const { t } = useTranslation("texts");
  const query = useQuery(textReportQuery(projectId, reportId));
  usePageTitle(query.data?.name ?? t("title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/texts" params={{ projectId: String(projectId) }}>
        {t("back")}
      </TextLink>
      <QueryView query={query}>
        {(report) => (
          <>
            <Head projectId={projectId} report={report} />
            {report.results?.tables.map((table) => (
              <TableSection key={table.key} projectId={projectId} reportId={report.id} table={table} />
            ))}
            {report.results && <SingleTexts projectId={projectId} report={report} />}
          </>
        )}
      </QueryView>
    </Stack>
  );
}

interface PartProps {
  projectId: number;
  report: TextReport;
}

function Head({ projectId, report }: PartProps) {
  const { t } = useTranslation("texts");
  const mayAct = useMayLead(projectId);
  const { references, compared, questions, concepts } = report.options;
  const measured = [
    ...(report.results?.sources ?? []),
    ...(report.results?.references ? [report.results.references] : []),
  ];
  return (
    <Section title={report.name} actions={mayAct && <DeleteButton projectId={projectId} report={report} />}>
      <Stack gap="sm">
        <Group gap="xs">
          <ReportState state={report.state} />
          <Text size="sm" c="dimmed" component="div">
            {personName(report.created_by)} · <Time at={report.created_at} />
            {report.code_version && (
              <>
                {" · "}
                <MadeWith code={report.code_version} />
              </>
            )}
          </Text>
        </Group>
        <div>
          <Text size="sm">{t("report.sources", { titles: report.sources.map(({ title }) => title).join(", ") })}</Text>
          {references && <Text size="sm">{t("report.references", { title: references.title })}</Text>}
          {compared && <Text size="sm">{t("report.compared", { title: compared.title })}</Text>}
          {questions && <Text size="sm">{t("report.questions", { title: questions.title })}</Text>}
          {concepts.length > 0 && <Text size="sm">{t("report.concepts", { count: concepts.length })}</Text>}
        </div>
        {report.state !== "ready" && report.job && <JobProgress projectId={projectId} job={report.job} />}
        {report.state === "failed" && !report.job?.error && <Text size="sm">{report.problem}</Text>}
        {measured.some(({ texts }) => texts === 0) && <Text size="sm">{t("report.empty_source")}</Text>}
      </Stack>
    </Section>
  );
}

function DeleteButton({ projectId, report }: PartProps) {
  const { t } = useTranslation("texts");
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      title={t("report.delete_title", { name: report.name })}
      text={t("report.delete_text")}
      confirmLabel={t("report.delete")}
      onConfirm={async () => {
        await deleteReport(projectId, report.id);
        notifyDone(t("report.deleted"));
        await navigate({ to: "/projects/$projectId/texts", params: { projectId: String(projectId) } });
        await client.invalidateQueries({ queryKey: ["projects", projectId, "text-reports", "list"] });
      }}
    >
      {t("report.delete")}
    </ConfirmButton>
  );
}

function SingleTexts({ projectId, report }: PartProps) {
  const { t } = useTranslation("texts");
  const withImages = report.options.measures.includes("specificity");
  return (
    <Section title={t("single.title")} description={t("single.text")}>
      <Group gap="xs">
        <FileLink href={fileAddress(projectId, report.id, "csv", "texts")} name={t("single.texts")} />
        {withImages && <FileLink href={fileAddress(projectId, report.id, "csv", "images")} name={t("single.images")} />}
      </Group>
    </Section>
  );
}
