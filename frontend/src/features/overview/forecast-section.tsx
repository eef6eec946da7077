import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Forecast } from "@/api/dashboards";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { formatDay, formatNumber, formatPercent } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";

/** When all samples may be done, and how sure that is: in words and in numbers. */
export function ForecastSection({ forecast }: { forecast: Forecast }) {
  const { t } = useTranslation("overview");
  return (
    <Section title={t("forecast.title")}>
      {forecast.state === "known" ? (
        <Known forecast={forecast} />
      ) : (
        <Unknown forecast={forecast} state={forecast.state} />
      )}
    </Section>
  );
}

function Unknown({ forecast, state }: { forecast: Forecast; state: Exclude<Forecast["state"], "known"> }) {
  const { t } = useTranslation("overview");
  return (
    <>
      <Text fw={550}>{t(`forecast.${state}`)}</Text>
      {state !== "finished" && (
        <Text size="sm" c="dimmed" mt={4} maw="72ch">
          {messageOf(forecast.method)}{" "}
          {forecast.remaining > 0 &&
            t("forecast.left", { count: forecast.remaining, number: formatNumber(forecast.remaining) })}
        </Text>
      )}
    </>
  );
}

function Known({ forecast }: { forecast: Forecast }) {
  const { t } = useTranslation("overview");
  const { per_day: pace, expected, earliest, latest } = forecast;
  const level = formatPercent(forecast.level);
  const range = latest
    ? t("forecast.range", { level, earliest: earliest ? formatDay(earliest) : "", latest: formatDay(latest) })
    : t("forecast.open_range", { level, earliest: earliest ? formatDay(earliest) : "" });
  return (
    <>
      <Stats>
        <Stat
          label={t("forecast.expected")}
          value={expected ? formatDay(expected) : t("forecast.no_end")}
          hint={range}
        />
        <Stat
          label={t("forecast.remaining")}
          value={formatNumber(forecast.remaining)}
          hint={t("forecast.remaining_hint")}
        />
        {pace && (
          <Stat
            label={t("forecast.pace")}
            value={formatNumber(pace.mean, 1)}
            hint={t("forecast.pace_range", { level, low: formatNumber(pace.low, 1), high: formatNumber(pace.high, 1) })}
          />
        )}
      </Stats>
      <Text size="sm" mt="md" maw="80ch">
        {t(latest ? "forecast.words" : "forecast.words_open", { count: forecast.days_seen, level })}
      </Text>
      <Text size="xs" c="dimmed" mt="xs" maw="80ch">
        {messageOf(forecast.method)}
      </Text>
    </>
  );
}
