import { SimpleGrid } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RoundHistograms as Row } from "@/api/dashboards";
import { BoxChart } from "@/components/charts/box-chart";
import { formatMinutes, formatNumber, formatSeconds } from "@/lib/format";

interface RoundHistogramsProps {
  rounds: Row[];
  inTurn: boolean;
  smallN: number;
}

/** Three distributions side by side: how long the texts are, how long they took, how much stayed. */
export function RoundHistograms({ rounds, inTurn, smallN }: RoundHistogramsProps) {
  const { t } = useTranslation("dashboards");
  const xName = t(inTurn ? "rounds.round" : "rounds.answer");
  const items = (figure: "tokens" | "seconds" | "jaccard") =>
    rounds.map((row) => ({ name: `${xName} ${formatNumber(row.index)}`, spread: row[figure] }));
  // Where one round is all, nothing can be like the one before.
  const withSimilarity = inTurn && rounds.length > 1;
  return (
    <SimpleGrid cols={{ base: 1, md: 2, lg: withSimilarity ? 3 : 2 }} spacing="xl">
      <BoxChart title={t("figure.tokens")} xName={xName} items={items("tokens")} smallN={smallN} />
      <BoxChart
        title={t("figure.seconds")}
        xName={xName}
        items={items("seconds")}
        format={formatSeconds}
        formatTick={formatMinutes}
        isTime
        smallN={smallN}
      />
      {withSimilarity && (
        <BoxChart
          title={t("figure.jaccard")}
          xName={xName}
          items={items("jaccard")}
          within={[0, 1]}
          format={(value) => formatNumber(value, 2)}
          smallN={smallN}
        />
      )}
    </SimpleGrid>
  );
}
