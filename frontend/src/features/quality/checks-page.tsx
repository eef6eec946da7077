import { Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CodeInfo, Quality } from "@/api/quality";
import { DataTable, type Column } from "@/components/data-table";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { TitleCell } from "@/components/title-cell";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { qualityQuery } from "@/lib/queries/quality";
import { flagText, flagTitle } from "@/lib/server-messages";
import { RunChecks } from "./run-checks";
import { Thresholds } from "./thresholds";

export default function ChecksPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("places");
  const query = useQuery(qualityQuery(projectId));
  const mayAct = useMayLead(projectId);
  usePageTitle(t("page.checks"), useProjectName(projectId));
  return (
    <QueryView query={query}>
      {(quality) => (
        <Stack>
          <OpenFlags projectId={projectId} quality={quality} />
          {mayAct && <RunChecks projectId={projectId} codes={quality.codes} />}
          <Thresholds projectId={projectId} settings={quality.settings} codes={quality.codes} mayEdit={mayAct} />
        </Stack>
      )}
    </QueryView>
  );
}

type Row = CodeInfo & { open: number };

function OpenFlags({ projectId, quality }: { projectId: number; quality: Quality }) {
  const { t } = useTranslation("quality");
  const params = { projectId: String(projectId) };
  const rows = quality.codes
    .map((code): Row => ({ ...code, open: quality.open_by_code[code.code] ?? 0 }))
    .sort((a, b) => b.open - a.open);
  const open = rows.reduce((sum, row) => sum + row.open, 0);
  // What raised nothing is a list to look things up in, not to read before what was raised.
  const [isWhole, { toggle }] = useDisclosure(open === 0);
  const shown = isWhole ? rows : rows.filter((row) => row.open > 0);
  const quiet = open > 0 ? rows.filter((row) => row.open === 0).length : 0;
  const columns: Column<Row>[] = [
    {
      key: "title",
      header: t("flags.code"),
      term: "flag",
      label: "",
      render: (row) => <TitleCell title={flagTitle(row)} text={flagText(row)} />,
    },
    {
      key: "open",
      header: t("flags.open"),
      end: true,
      render: (row) =>
        row.open === 0 ? (
          formatNumber(0)
        ) : (
          <TextLink
            fz="inherit"
            to="/projects/$projectId/review"
            params={params}
            search={{ code: row.code }}
            aria-label={t("flags.show", { count: row.open, title: flagTitle(row) })}
          >
            {formatNumber(row.open)}
          </TextLink>
        ),
    },
  ];
  return (
    <Section
      title={t("flags.title")}
      description={t("flags.text")}
      actions={
        <LinkButton to="/projects/$projectId/review" params={params} variant={open ? "filled" : "default"}>
          {t("flags.review")}
        </LinkButton>
      }
    >
      <Stack>
        <Stats>
          <Stat label={t("flags.waiting")} value={formatNumber(quality.answers_waiting)} />
          <Stat label={t("flags.open")} value={formatNumber(open)} />
        </Stats>
        <DataTable name={t("flags.title")} columns={columns} rows={shown} rowKey={({ code }) => code} />
        {quiet > 0 && (
          <Button variant="subtle" size="compact-sm" w="fit-content" aria-expanded={isWhole} onClick={toggle}>
            {isWhole ? t("flags.raised_only") : t("flags.all", { count: quiet })}
          </Button>
        )}
      </Stack>
    </Section>
  );
}
