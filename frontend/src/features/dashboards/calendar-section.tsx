import { Box, SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CalendarUnit, Rounds, HistogramSummary } from "@/api/dashboards";
import { BandChart, type BandPoint } from "@/components/charts/band-chart";
import { Section } from "@/components/section";
import { formatDay, formatMinutes, formatNumber, formatSeconds } from "@/lib/format";

interface CalendarSectionProps {
  calendar: Rounds["calendar"];
  inTurn: boolean;
  smallN: number;
  round: number | undefined;
  onRound: (round: number) => void;
}

/** Fig. 2 over calendar time: do people come to agree sooner, write faster, write more? */
export function CalendarSection({ calendar, inTurn, smallN, round, onRound }: CalendarSectionProps) {
  const { t } = useTranslation("dashboards");
  const { unit, pairs, rounds } = calendar;
  const shown = rounds.find(({ index }) => index === round) ?? rounds[0];
  if (!shown) return null;
  const xName = t(`calendar.${unit}`);
  const name = (index: number) => `${t(inTurn ? "rounds.round" : "rounds.answer")} ${formatNumber(index)}`;
  return (
    <Section title={t("calendar.title")} description={t(inTurn ? "calendar.text" : "calendar.text_answers")}>
      <Stack gap="lg">
        {pairs.length > 0 && (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
            {pairs.map(({ first, second, points }) => (
              <BandChart
                key={second}
                title={t("calendar.pair", { first, second })}
                xName={xName}
                points={points.map(({ start, jaccard }) => pointOf(start, jaccard, unit))}
                within={[0, 1]}
                format={(value) => formatNumber(value, 2)}
                smallN={smallN}
              />
            ))}
          </SimpleGrid>
        )}
        {rounds.length > 1 && (
          <Box style={{ overflowX: "auto" }}>
            <Text size="sm" fw={550} mb={4} id="calendar-round">
              {t(inTurn ? "calendar.which_round" : "calendar.which_answer")}
            </Text>
            <SegmentedControl
              aria-labelledby="calendar-round"
              value={String(shown.index)}
              data={rounds.map(({ index }) => ({ value: String(index), label: formatNumber(index) }))}
              onChange={(value) => onRound(Number(value))}
            />
          </Box>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <BandChart
            title={t("calendar.tokens", { name: name(shown.index) })}
            xName={xName}
            points={shown.points.map(({ start, tokens }) => pointOf(start, tokens, unit))}
            smallN={smallN}
          />
          <BandChart
            title={t("calendar.seconds", { name: name(shown.index) })}
            xName={xName}
            points={shown.points.map(({ start, seconds }) => pointOf(start, seconds, unit))}
            format={formatSeconds}
            formatTick={formatMinutes}
            isTime
            smallN={smallN}
          />
        </SimpleGrid>
      </Stack>
    </Section>
  );
}

function pointOf(start: string, spread: HistogramSummary, unit: CalendarUnit): BandPoint {
  return {
    x: Date.parse(start),
    name: unit === "month" ? formatDay(start, "month") : formatDay(start),
    label: formatDay(start, unit),
    spread,
  };
}
