import { Box, Group, Select, Slider, Stack, Text } from "@mantine/core";
import { IconPlayerStop } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Stopping } from "@/api/dashboards";
import { EmptyState } from "@/components/empty-state";
import { LinkButton } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { withoutEmpty } from "@/lib/without-empty";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { stoppingQuery } from "./api/dashboards";
import { FewerRounds } from "./fewer-rounds";
import { StoppingCurves } from "./stopping-curves";
import { StoppingOutcome } from "./stopping-outcome";

/** The paper's threshold: where a project has no rule, the simulator begins there (IIW sec. 3.3). */
const USUAL = 0.8;
const STEP = 0.02;

/** What another threshold of early stopping would have saved, and what it would have cost. */
export default function StoppingPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboards");
  const { stage } = useSearch({ from: "/shell/projects/$projectId/stopping" });
  const query = useQuery({ ...stoppingQuery(projectId, stage), placeholderData: keepPreviousData });
  usePageTitle(t("stopping.title"), useProjectName(projectId));
  return (
    <QueryView query={query}>
      {(simulation) =>
        simulation.stage === null ? (
          <EmptyState icon={<IconPlayerStop size={36} />} title={t("stopping.no_rounds_title")}>
            {t("stopping.no_rounds_text")}
          </EmptyState>
        ) : (
          <Simulator key={simulation.stage} projectId={projectId} simulation={simulation} />
        )
      }
    </QueryView>
  );
}

function Simulator({ projectId, simulation }: { projectId: number; simulation: Stopping }) {
  const { t } = useTranslation("dashboards");
  const search = useSearch({ from: "/shell/projects/$projectId/stopping" });
  const navigate = useNavigate({ from: "/projects/$projectId/stopping" });
  const asked = search.threshold ?? -1;
  const [threshold, setThreshold] = useState(asked >= 0 && asked <= 1 ? asked : (simulation.rule?.threshold ?? USUAL));
  const row = simulation.thresholds.reduce<Stopping["thresholds"][number] | undefined>(
    (best, row) => (best && Math.abs(best.threshold - threshold) <= Math.abs(row.threshold - threshold) ? best : row),
    undefined,
  );
  return (
    <Stack>
      <Section
        title={t("stopping.title")}
        term="early_stopping"
        description={t("stopping.text")}
        actions={
          simulation.stages.length > 1 && (
            <Select
              aria-label={t("filter.stage")}
              allowDeselect={false}
              value={simulation.stage}
              data={simulation.stages.map(({ key, title }) => ({ value: key, label: title }))}
              onChange={(stage) =>
                void navigate({ search: withoutEmpty({ stage: stage ?? undefined }), replace: true })
              }
            />
          )
        }
      >
        <Rule projectId={projectId} simulation={simulation} />
        {simulation.rounds_done === 0 || !row ? (
          <EmptyState order={3} title={t("stopping.none_title")}>
            {t("stopping.none_text")}
          </EmptyState>
        ) : (
          <>
            <ThresholdSlider
              value={threshold}
              rule={simulation.rule}
              onChange={setThreshold}
              onEnd={(value) => void navigate({ search: (old) => ({ ...old, threshold: value }), replace: true })}
            />
            <StoppingOutcome simulation={simulation} row={row} />
          </>
        )}
      </Section>
      {simulation.rounds_done > 0 && <StoppingCurves simulation={simulation} threshold={threshold} />}
      {simulation.fewer && <FewerRounds projectId={projectId} fewer={simulation.fewer} />}
    </Stack>
  );
}

function Rule({
  projectId,
  simulation: { rule, ngram, rounds_allowed: rounds },
}: {
  projectId: number;
  simulation: Stopping;
}) {
  const { t } = useTranslation("dashboards");
  const mayLead = useMayLead(projectId);
  const now = rule?.enabled
    ? t("stopping.rule_on", { threshold: formatNumber(rule.threshold, 2), rounds })
    : t("stopping.rule_off", { rounds });
  return (
    <Group gap="sm" mb="lg">
      <Text size="sm" maw="72ch">
        {now} {t("rounds.ngram", { count: ngram })}
      </Text>
      {mayLead && (
        <LinkButton
          size="compact-sm"
          variant="default"
          to="/projects/$projectId/settings"
          params={{ projectId: String(projectId) }}
        >
          {t("stopping.change")}
        </LinkButton>
      )}
    </Group>
  );
}

interface SliderProps {
  value: number;
  rule: Stopping["rule"];
  onChange: (value: number) => void;
  onEnd: (value: number) => void;
}

function ThresholdSlider({ value, rule, onChange, onEnd }: SliderProps) {
  const { t } = useTranslation("dashboards");
  const written = formatNumber(value, 2);
  return (
    <Box mb={44} maw={720}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={550} id="threshold-name">
          {t("stopping.threshold")}
        </Text>
        <Text fw={620} style={{ fontVariantNumeric: "tabular-nums" }}>
          {written}
        </Text>
      </Group>
      <Slider
        mt={6}
        mx={8}
        min={0}
        max={1}
        step={STEP}
        size="lg"
        thumbSize={24}
        label={null}
        thumbLabel={t("stopping.threshold")}
        thumbValueText={() => written}
        value={value}
        onChange={(next) => onChange(Number(next.toFixed(2)))}
        onChangeEnd={(next) => onEnd(Number(next.toFixed(2)))}
        marks={marksOf(rule, t("stopping.now"))}
      />
      <Text size="xs" c="dimmed" mt={30} className="for-keys">
        {t("stopping.keys")}
      </Text>
    </Box>
  );
}

/** The ends, and where the rule stands now; its name makes room for itself near an end. */
function marksOf(rule: Stopping["rule"], now: string) {
  const here = rule?.enabled ? rule.threshold : null;
  const ends = [0, 1].filter((end) => here === null || Math.abs(end - here) > 0.12);
  return [
    ...ends.map((value) => ({ value, label: formatNumber(value, 1) })),
    ...(here === null ? [] : [{ value: here, label: now }]),
  ];
}
