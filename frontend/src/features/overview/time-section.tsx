import { SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { TaskTime } from "@/api/dashboards";
import { BoxChart } from "@/components/charts/box-chart";
import { Section } from "@/components/section";
import { formatMinutes, formatNumber, formatSeconds } from "@/lib/format";
import { projectQuery } from "@/lib/queries/projects";

/** How long one task takes, as a distribution: stage by stage, round by round. */
export function TimeSection({ projectId, times }: { projectId: number; times: TaskTime[] }) {
  const { t } = useTranslation("overview");
  const specs = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const known = times.filter(({ seconds }) => seconds.n > 0);
  const stages = [...new Map(known.map(({ stage, title }) => [stage, title]))];
  const nameOf = (stage: string, index: number) => {
    const inTurn = specs.find(({ key }) => key === stage)?.mode !== "parallel";
    return t(inTurn ? "time.round" : "time.answer", { index: formatNumber(index) });
  };
  return (
    <Section title={t("time.title")} description={t("time.text")}>
      {stages.length === 0 ? (
        <Text c="dimmed">{t("time.none")}</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: Math.min(2, stages.length) }} spacing="xl">
          {stages.map(([stage, title]) => (
            <BoxChart
              key={stage}
              title={title}
              xName={t("time.task")}
              items={known
                .filter((row) => row.stage === stage)
                .map(({ index, seconds }) => ({ name: nameOf(stage, index), spread: seconds }))}
              format={formatSeconds}
              formatTick={formatMinutes}
              isTime
            />
          ))}
        </SimpleGrid>
      )}
    </Section>
  );
}
