import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconDownload, IconSeeding } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SeedQuality } from "@/api/seed-quality";
import { EmptyState } from "@/components/empty-state";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { seedQualityQuery } from "./api/seed-quality";
import { ArmsSection } from "./arms-section";
import { FigureTable } from "./figure-table";
import { csvOf } from "./seed-quality-csv";
import { useSeedsOf } from "./use-seeds-of";

/** What people did to the seeds of each version, and what seeds are worth at all. */
export default function SeedQualityPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("learning");
  const { stage } = useSearch({ from: "/shell/projects/$projectId/learning/seeds" });
  const query = useQuery({ ...seedQualityQuery(projectId, stage), placeholderData: keepPreviousData });
  usePageTitle(t("quality.title"), useProjectName(projectId));
  return <QueryView query={query}>{(found) => <Found found={found} />}</QueryView>;
}

function Found({ found }: { found: SeedQuality }) {
  const { t } = useTranslation("learning");
  const seedsOf = useSeedsOf();
  const rows = found.versions.map((each) => ({
    key: String(each.version?.id ?? "none"),
    name: seedsOf(each.version),
    ...each,
  }));
  return (
    <Stack>
      <Section title={t("quality.title")} description={t("quality.text")} actions={<Actions found={found} />}>
        {rows.length === 0 ? (
          <EmptyState order={3} icon={<IconSeeding size={36} />} title={t("quality.none_title")}>
            {t("quality.none_text")}
          </EmptyState>
        ) : (
          <FigureTable kinds={found.figures} rows={rows} name={t("quality.title")} of={t("quality.seeds_of")} />
        )}
      </Section>
      <ArmsSection found={found} />
    </Stack>
  );
}

function Actions({ found }: { found: SeedQuality }) {
  const { t } = useTranslation("learning");
  const navigate = useNavigate({ from: "/projects/$projectId/learning/seeds" });
  const seedsOf = useSeedsOf();
  return (
    <Group gap="sm">
      {found.stages.length > 1 && (
        <SegmentedControl
          aria-label={t("quality.stage")}
          value={found.stage ?? ""}
          data={found.stages.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(stage) => void navigate({ search: { stage }, replace: true })}
        />
      )}
      {found.versions.length > 0 && (
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(found, seedsOf))}`}
          download={`seed-quality-${found.stage ?? ""}.csv`}
        >
          {t("quality.csv")}
        </Button>
      )}
      {found.stages.length === 0 && <Text size="sm">{t("quality.no_stage")}</Text>}
    </Group>
  );
}
