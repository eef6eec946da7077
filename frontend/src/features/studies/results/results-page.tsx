import { Button, Group, Stack, Text } from "@mantine/core";
import { IconChartBar, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { StudyResults } from "@/api/studies";
import { EmptyState } from "@/components/empty-state";
import { LinkButton } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { designNamed } from "@/kinds/studies";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { resultFile, resultsQuery, studyQuery, type ResultFile } from "../api/studies";
import type { StudyPageProps } from "../study-layout";

/** What came of a study, from all judgements there are by now. */
export default function ResultsPage({ projectId, studyId }: StudyPageProps) {
  const { t } = useTranslation("studies");
  const study = useQuery(studyQuery(projectId, studyId)).data;
  const isOpen = study?.state === "open";
  const query = useQuery({ ...resultsQuery(projectId, studyId), refetchInterval: isOpen ? 15_000 : false });
  usePageTitle(t("results.title"), study?.name ?? "", useProjectName(projectId));
  return (
    <QueryView query={query}>
      {(results) =>
        results.ratings === 0 ? (
          <EmptyState
            order={3}
            icon={<IconChartBar size={36} />}
            title={t("results.none_title")}
            action={
              study?.work && (
                <LinkButton
                  to="/projects/$projectId/people"
                  params={{ projectId: String(study.work.id) }}
                  variant="default"
                >
                  {t("judging.people")}
                </LinkButton>
              )
            }
          >
            {t(study?.state === "preparing" ? "results.preparing" : "results.none_text")}
          </EmptyState>
        ) : (
          <Found projectId={projectId} studyId={studyId} results={results} />
        )
      }
    </QueryView>
  );
}

function Found({ projectId, studyId, results }: StudyPageProps & { results: StudyResults }) {
  const { t } = useTranslation("studies");
  const { rejected, withdrawn } = results.excluded;
  const { Results: Figures } = designNamed(results.design);
  return (
    <Stack>
      <Section
        title={t("results.title")}
        description={t("results.text")}
        actions={<Files projectId={projectId} studyId={studyId} />}
      >
        <Stats>
          <Stat label={t("results.items")} value={formatNumber(results.items)} />
          <Stat label={t("results.ratings")} value={formatNumber(results.ratings)} />
          <Stat label={t("results.raters")} value={formatNumber(results.raters)} />
        </Stats>
        {(rejected > 0 || withdrawn > 0) && (
          <Text size="sm" c="dimmed" mt="sm">
            {[
              rejected > 0 && t("results.rejected", { count: rejected, number: formatNumber(rejected) }),
              withdrawn > 0 && t("results.withdrawn", { count: withdrawn, number: formatNumber(withdrawn) }),
            ]
              .filter(Boolean)
              .join(" ")}
          </Text>
        )}
      </Section>
      <Figures results={results} />
      <Text size="xs" c="dimmed" maw="90ch">
        {results.method}
      </Text>
    </Stack>
  );
}

const files: readonly ResultFile[] = ["table.csv", "table.tex", "ratings.csv"];
const names = { "table.csv": "csv", "table.tex": "latex", "ratings.csv": "ratings" } as const;

function Files({ projectId, studyId }: StudyPageProps) {
  const { t } = useTranslation("studies");
  return (
    <Group gap="xs">
      {files.map((file) => (
        <Button
          key={file}
          component="a"
          size="xs"
          variant="default"
          href={resultFile(projectId, studyId, file)}
          download
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          {t(`results.file.${names[file]}`)}
        </Button>
      ))}
    </Group>
  );
}
