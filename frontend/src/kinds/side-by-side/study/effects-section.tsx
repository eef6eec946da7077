import { Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ComparedResults } from "@/api/studies";
import { DataTable } from "@/components/data-table";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { formatNumber, formatSeconds } from "@/lib/format";
import { messageOf, type Notice } from "@/lib/server-messages";
import { formatRange, formatSigned } from "../../rating/signed";

/** What else may have decided: how long the texts are, and how long people looked. */
export function EffectsSection({ results, levels }: { results: ComparedResults; levels: string[] }) {
  const { t } = useTranslation("studies");
  const { length, time } = results.effects;
  const rows = levels.map((level, at) => ({ level, seconds: time.median_seconds_by_level[at] ?? null }));
  const hasTimes = rows.some(({ seconds }) => seconds !== null);
  return (
    <Section title={t("effects.title")} description={t("effects.description")}>
      <Stack gap="lg">
        <div>
          <Title order={3} size="h4">
            {t("effects.length")}
          </Title>
          <Effect
            rho={length.rho}
            range={formatRange(length.low, length.high, 2)}
            n={length.n}
            why={length.why}
            text={length.text}
            of={t("effects.items")}
          />
        </div>
        <div>
          <Title order={3} size="h4">
            {t("effects.time")}
          </Title>
          <Effect rho={time.rho} range={null} n={time.n} why={time.why} text={time.text} of={t("effects.judgements")} />
          {hasTimes && (
            <DataTable
              name={t("effects.times")}
              rows={rows}
              rowKey={({ level }) => level}
              columns={[
                { key: "level", header: t("effects.level"), label: "", render: ({ level }) => level },
                {
                  key: "seconds",
                  header: t("effects.seconds"),
                  end: true,
                  render: ({ seconds }) => formatSeconds(seconds),
                },
              ]}
            />
          )}
        </div>
      </Stack>
    </Section>
  );
}

interface EffectProps {
  rho: number | null;
  range: string | null;
  n: number;
  /** What the n are. */
  of: string;
  why: Notice | null;
  text: string;
}

function Effect({ rho, range, n, of, why, text }: EffectProps) {
  const { t } = useTranslation("studies");
  return (
    <>
      <Text size="xs" c="dimmed" maw="80ch" mb="xs">
        {text}
      </Text>
      {rho === null ? (
        <Text size="sm">{(why && messageOf(why)) ?? t("figure.none")}</Text>
      ) : (
        <>
          <Stats>
            <Stat label={t("effects.rho")} value={formatSigned(rho, 2)} />
            {range !== null && <Stat label={t("figure.interval")} value={range} />}
            <Stat label={of} value={formatNumber(n)} />
          </Stats>
          {why && (
            <Text size="xs" c="dimmed" mt={4}>
              {messageOf(why)}
            </Text>
          )}
        </>
      )}
    </>
  );
}
