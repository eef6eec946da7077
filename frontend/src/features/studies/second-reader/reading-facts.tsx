import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SecondReadingDetail } from "@/api/second-reader";
import { MadeWith } from "@/components/made-with";
import { Stat, Stats } from "@/components/stat";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { personName } from "@/lib/people";

const LOST = ["failed", "interrupted", "withdrawn", "left_out"] as const;
const SAID = ["seen", "not_seen", "contradicted", "invalid"] as const;

/** What was read, what was said in sum, and what it took. */
export function ReadingFacts({ reading }: { reading: SecondReadingDetail }) {
  const { t } = useTranslation("second_reader");
  const { counts, said, usage } = reading;
  return (
    <>
      <Text size="sm">
        {t("fact.source")}: {reading.source_title}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {personName(reading.created_by)} · <Time at={reading.created_at} /> ·{" "}
        {t("fact.prompt", { prompt: reading.prompt })} · <MadeWith code={reading.code_version} />
      </Text>
      <Stats>
        <Stat
          label={t("count.answered")}
          value={formatNumber(counts.answered)}
          hint={counts.total > 0 && t("count.total", { total: formatNumber(counts.total) })}
        />
        {LOST.filter((key) => counts[key] > 0).map((key) => (
          <Stat key={key} label={t(`count.${key}`)} value={formatNumber(counts[key])} />
        ))}
        {usage.cost !== null && (
          <Stat
            label={t("fact.cost")}
            value={formatNumber(usage.cost, 2)}
            hint={reading.most_cost !== null && t("fact.at_most", { limit: formatNumber(reading.most_cost, 2) })}
          />
        )}
      </Stats>
      {counts.answered > 0 && (
        <Stats>
          {SAID.map((key) => (
            <Stat key={key} label={t(`sentences.${key}`)} value={formatNumber(said[key])} />
          ))}
          <Stat
            label={t("sentences.not_mentioned")}
            value={formatNumber(said.not_mentioned)}
            hint={t("sentences.of_objects", { total: formatNumber(said.objects) })}
          />
        </Stats>
      )}
    </>
  );
}
