import { Box, Code, Spoiler, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { EnrichmentDetail } from "@/api/enrichments";
import { MadeWith } from "@/components/made-with";
import { Stat, Stats } from "@/components/stat";
import { Time } from "@/components/time";
import { VersionBadge } from "@/components/version-badge";
import { formatNumber, formatSeconds } from "@/lib/format";
import { personName } from "@/lib/people";

/** What was rewritten by what, what it took, and the question that was asked. */
export function EnrichmentFacts({ enrichment }: { enrichment: EnrichmentDetail }) {
  const { t } = useTranslation("enrichments");
  const { counts, usage } = enrichment;
  // Models on this machine count none.
  const tokens = usage.prompt_tokens + usage.completion_tokens;
  const lost = (["failed", "interrupted", "withdrawn", "without_image"] as const).filter((key) => counts[key] > 0);
  return (
    <>
      <Text size="sm" component="div">
        {t("fact.source")}: {enrichment.source_title} · {t("fact.model")}:{" "}
        <VersionBadge version={enrichment.version} named />
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {personName(enrichment.created_by)} · <Time at={enrichment.created_at} />
        {enrichment.code_version && (
          <>
            {" · "}
            <MadeWith code={enrichment.code_version} />
          </>
        )}
      </Text>
      <Stats>
        <Stat
          label={t("count.answered")}
          value={formatNumber(counts.answered)}
          hint={counts.total > 0 && t("count.total", { count: counts.total, total: formatNumber(counts.total) })}
        />
        {lost.map((key) => (
          <Stat key={key} label={t(`count.${key}`)} value={formatNumber(counts[key])} />
        ))}
        {usage.cost !== null && (
          <Stat
            label={t("fact.cost")}
            value={formatNumber(usage.cost, 2)}
            hint={enrichment.most_cost !== null && t("fact.at_most", { limit: formatNumber(enrichment.most_cost, 2) })}
          />
        )}
        {tokens > 0 && (
          <Stat
            label={t("fact.tokens")}
            value={formatNumber(tokens)}
            hint={t("fact.tokens_written", { tokens: formatNumber(usage.completion_tokens) })}
          />
        )}
        <Stat label={t("fact.seconds")} value={formatSeconds(usage.seconds)} />
      </Stats>
      {enrichment.question && <Asked question={enrichment.question} />}
    </>
  );
}

function Asked({ question }: { question: string }) {
  const { t } = useTranslation("enrichments");
  return (
    <Box>
      <Text size="xs" c="dimmed" mb={4}>
        {t("new.question")}
      </Text>
      <Spoiler
        maxHeight={96}
        showLabel={t("fact.more")}
        hideLabel={t("fact.less")}
        styles={{ control: { fontSize: "var(--mantine-font-size-sm)" } }}
      >
        <Code block style={{ whiteSpace: "pre-wrap" }}>
          {question}
        </Code>
      </Spoiler>
    </Box>
  );
}
