import { Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { statisticsOf, type Release, type ReleaseComparison } from "@/api/releases";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { comparisonQuery, everyReleaseQuery, releaseQuery } from "./api/releases";
import { DifferentSamples } from "./different-samples";
import { useFigures, type Figure } from "./figures";
import { fullName } from "./release-table";

interface ComparePageProps {
  projectId: number;
  releaseId: number;
}

/** What became of the samples of an earlier release in this one. */
export default function ComparePage({ projectId, releaseId }: ComparePageProps) {
  const { t } = useTranslation("releases");
  const { before } = useSearch({ from: "/shell/projects/$projectId/releases/$releaseId/compare" });
  const release = useQuery(releaseQuery(projectId, releaseId));
  const list = useQuery(everyReleaseQuery(projectId));
  usePageTitle(t("compare.title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink
        size="sm"
        to="/projects/$projectId/releases/$releaseId"
        params={{ projectId: String(projectId), releaseId: String(releaseId) }}
      >
        {t("compare.back")}
      </TextLink>
      <QueryView query={release}>
        {(after) => (
          <QueryView query={list}>
            {(all) => (
              <Beside
                projectId={projectId}
                after={after}
                others={all.filter(({ id, digest }) => digest && id !== releaseId)}
                chosen={before}
              />
            )}
          </QueryView>
        )}
      </QueryView>
    </Stack>
  );
}

interface BesideProps {
  projectId: number;
  after: Release;
  others: Release[];
  chosen: number | undefined;
}

function Beside({ projectId, after, others, chosen }: BesideProps) {
  const { t } = useTranslation("releases");
  const navigate = useNavigate({ from: "/projects/$projectId/releases/$releaseId/compare" });
  const earlier = others.filter(({ id }) => id < after.id);
  const usual = earlier.find(({ name }) => name === after.name) ?? earlier[0] ?? others[0];
  const before = others.find(({ id }) => id === chosen) ?? usual;
  if (!before) {
    return (
      <Section title={t("compare.title")}>
        <Text c="dimmed">{t("compare.none")}</Text>
      </Section>
    );
  }
  return (
    <>
      <Section title={t("compare.heading", { release: fullName(after) })} description={t("compare.text")}>
        <Select
          label={t("compare.with")}
          maw={480}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t("compare.not_found")}
          data={others.map((release) => ({ value: String(release.id), label: fullName(release) }))}
          value={String(before.id)}
          onChange={(value) => void navigate({ search: { before: Number(value) } })}
        />
        <Compared projectId={projectId} afterId={after.id} beforeId={before.id} />
      </Section>
      <DifferentSamples projectId={projectId} afterId={after.id} beforeId={before.id} />
    </>
  );
}

interface ComparedProps {
  projectId: number;
  afterId: number;
  beforeId: number;
}

function Compared({ projectId, afterId, beforeId }: ComparedProps) {
  const { t } = useTranslation("releases");
  const query = useQuery(comparisonQuery(projectId, afterId, beforeId));
  return (
    <Stack mt="md">
      <QueryView query={query}>
        {(comparison) => (
          <>
            <Stats>
              {(["added", "removed", "changed", "unchanged"] as const).map((change) => (
                <Stat key={change} label={t(`compare.${change}`)} value={formatNumber(comparison[change])} />
              ))}
            </Stats>
            <FiguresBeside comparison={comparison} />
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function FiguresBeside({ comparison: { before, after } }: { comparison: ReleaseComparison }) {
  const { t } = useTranslation("releases");
  const { t: common } = useTranslation("common");
  const figuresOf = useFigures();
  const listed = (release: typeof before) => {
    const statistics = statisticsOf(release);
    return statistics ? figuresOf(statistics) : [];
  };
  const sides = { before: listed(before), after: listed(after) };
  // In the order of the newer one; what only the older one has comes last.
  const rows = [...new Map([...sides.after, ...sides.before].map((figure) => [figure.key, figure])).values()];
  const side = (which: "before" | "after", title: string): Column<Figure> => ({
    key: which,
    header: title,
    end: true,
    render: ({ key }) => sides[which].find((figure) => figure.key === key)?.value ?? common("none"),
  });
  const columns: Column<Figure>[] = [
    { key: "label", header: t("figure.figure"), label: "", render: ({ label }) => label },
    side("before", fullName(before)),
    side("after", fullName(after)),
  ];
  return <DataTable name={t("figure.title")} columns={columns} rows={rows} rowKey={({ key }) => key} narrow="scroll" />;
}
