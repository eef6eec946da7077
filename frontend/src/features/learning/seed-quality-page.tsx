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
  return <QueryView query={query}>{(quality) => <Found quality={quality} />}</QueryView>;
}

function Found({ quality }: { quality: SeedQuality }) {
  const { t } = useTranslation("learning");
  const seedsOf = useSeedsOf();
  const rows = quality.versions.map((version) => ({
    key: String(version.version?.id ?? "none"),
    name: seedsOf(version.version),
    ...version,
  }));
  return (
    <Stack>
      <Section title={t("quality.title")} description={t("quality.text")} actions={<Actions quality={quality} />}>
        {rows.length === 0 ? (
          <EmptyState order={3} icon={<IconSeeding size={36} />} title={t("quality.none_title")}>
            {t("quality.none_text")}
          </EmptyState>
        ) : (
          <FigureTable kinds={quality.figures} rows={rows} name={t("quality.title")} of={t("quality.seeds_of")} />
        )}
      </Section>
      <ArmsSection quality={quality} />
    </Stack>
  );
}

function Actions({ quality }: { quality: SeedQuality }) {
  const { t } = useTranslation("learning");
  const navigate = useNavigate({ from: "/projects/$projectId/learning/seeds" });
  const seedsOf = useSeedsOf();
  return (
    <Group gap="sm">
      {quality.stages.length > 1 && (
        <SegmentedControl
          aria-label={t("quality.stage")}
          value={quality.stage ?? ""}
          data={quality.stages.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(stage) => void navigate({ search: { stage }, replace: true })}
        />
      )}
      {quality.versions.length > 0 && (
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(quality, seedsOf))}`}
          download={`seed-quality-${quality.stage ?? ""}.csv`}
        >
          {t("quality.csv")}
        </Button>
      )}
      {quality.stages.length === 0 && <Text size="sm">{t("quality.no_stage")}</Text>}
    </Group>
  );
}
