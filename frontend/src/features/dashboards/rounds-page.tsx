import { Stack, Text } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Rounds } from "@/api/dashboards";
import { EmptyState } from "@/components/empty-state";
import { PeriodFilter, type PeriodFilters } from "@/components/period-filter";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { withoutEmpty } from "@/lib/without-empty";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { roundsQuery } from "./api/dashboards";
import { CalendarSection } from "./calendar-section";
import { RoundCountsTable } from "./round-counts-table";
import { RoundHistograms } from "./round-histograms";

/** The round charts of ImageInWords, Fig. 2: tokens, time and similarity, by round and over calendar time. */
export default function RoundsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboards");
  const search = useSearch({ from: "/shell/projects/$projectId/rounds" });
  const navigate = useNavigate({ from: "/projects/$projectId/rounds" });
  const query = useQuery({ ...roundsQuery(projectId, search), placeholderData: keepPreviousData });
  usePageTitle(t("rounds.title"), useProjectName(projectId));
  const change = (changes: PeriodFilters & { round?: number }) =>
    void navigate({ search: (old) => withoutEmpty({ ...old, ...changes }), replace: true });
  return (
    <Stack>
      <PeriodFilter
        filters={search}
        stage={query.data?.stage ?? null}
        stages={query.data?.stages ?? []}
        isFiltered={Boolean(search.from ?? search.to)}
        onChange={change}
        onClear={() => change({ from: undefined, to: undefined })}
      />
      <QueryView query={query}>
        {(dashboard) =>
          dashboard.rounds.some(({ submissions }) => submissions > 0) ? (
            <Found dashboard={dashboard} round={search.round} onRound={(round) => change({ round })} />
          ) : (
            <NoRounds isFiltered={Boolean(search.from ?? search.to)} />
          )
        }
      </QueryView>
    </Stack>
  );
}

function NoRounds({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation("dashboards");
  return (
    <EmptyState icon={<IconChartBar size={36} />} title={t(isFiltered ? "rounds.none_then" : "rounds.none_title")}>
      {!isFiltered && t("rounds.none_text")}
    </EmptyState>
  );
}

interface FoundProps {
  dashboard: Rounds;
  round: number | undefined;
  onRound: (round: number) => void;
}

function Found({ dashboard, round, onRound }: FoundProps) {
  const { t } = useTranslation("dashboards");
  const stage = dashboard.stages.find(({ key }) => key === dashboard.stage);
  const inTurn = stage?.mode !== "parallel";
  return (
    <>
      <Section
        title={t(inTurn ? "rounds.by_round" : "rounds.by_answer")}
        description={t(inTurn ? "rounds.by_round_text" : "rounds.by_answer_text")}
      >
        <Stack gap="lg">
          <RoundHistograms rounds={dashboard.rounds} inTurn={inTurn} smallN={dashboard.small_n} />
          <RoundCountsTable rounds={dashboard.rounds} inTurn={inTurn} />
          <Text size="xs" c="dimmed" maw="80ch">
            {t("rounds.how")} {t("rounds.ngram", { count: dashboard.ngram })}
          </Text>
        </Stack>
      </Section>
      <CalendarSection
        calendar={dashboard.calendar}
        inTurn={inTurn}
        smallN={dashboard.small_n}
        round={round}
        onRound={onRound}
      />
    </>
  );
}
