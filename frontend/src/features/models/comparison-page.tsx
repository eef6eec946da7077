import { Group, Stack, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { VersionComparison } from "@/api/models";
import { JobProgress } from "@/components/job-progress";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { comparisonQuery } from "./api/comparisons";
import { ComparedFigures, namesOf } from "./compared-figures";
import { ComparedTexts } from "./compared-texts";

interface ComparisonPageProps {
  projectId: number;
  comparisonId: number;
}

/** Two versions over held-out images: figures with their intervals, then the texts that differ most. */
export default function ComparisonPage({ projectId, comparisonId }: ComparisonPageProps) {
  const { t } = useTranslation("models");
  const query = useQuery(comparisonQuery(projectId, comparisonId));
  usePageTitle(t("compare.page"), t("title"));
  return (
    <Stack>
      <TextLink to="/projects/$projectId/models" params={{ projectId: String(projectId) }} size="sm">
        <Group gap={4} component="span" display="inline-flex">
          <IconArrowLeft size={16} aria-hidden />
          {t("back")}
        </Group>
      </TextLink>
      <QueryView query={query}>{(comparison) => <Shown projectId={projectId} comparison={comparison} />}</QueryView>
    </Stack>
  );
}

function Shown({ projectId, comparison }: { projectId: number; comparison: VersionComparison }) {
  const { t } = useTranslation("models");
  const { old, new: next, result, job } = comparison;
  const names = namesOf(old, next);
  return (
    <>
      <Section
        title={t("compare.title", { old: `${old.connection.name} ${names.old}`, new: names.new })}
        // Of one that failed or goes on, nothing was found out yet.
        description={result && t("compare.text")}
      >
        {result ? (
          <ComparedFigures result={result} names={names} />
        ) : (
          <Stack gap="sm">
            <JobProgress projectId={projectId} job={job} />
            {job.state !== "failed" && (
              <Text size="sm" c="dimmed">
                {t("compare.working")}
              </Text>
            )}
          </Stack>
        )}
      </Section>
      {result && result.texts.length > 0 && <ComparedTexts result={result} names={names} />}
    </>
  );
}
