import { Text, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Compared, FigureName } from "@/api/dashboards";
import { formatNumber, formatPercent, formatSeconds } from "@/lib/format";

const written: Record<FigureName, (value: number | null) => string> = {
  seconds: formatSeconds,
  edit_share: (value) => formatPercent(value),
  jaccard: (value) => formatNumber(value, 2),
  tokens: (value) => formatNumber(value, 1),
};

export const formatFigure = (figure: FigureName, value: number | null) => written[figure](value);

/** A figure above, and below it what the others would have had in the same rounds. */
export function Against({ figure, of }: { figure: FigureName; of: Compared }) {
  const { t } = useTranslation("dashboards");
  return (
    <div>
      {formatFigure(figure, of.mean)}
      {of.mean !== null && of.pool_mean !== null && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: "normal" }}>
          {/* Who see it are told above the table, once. */}
          <VisuallyHidden>{t("annotators.others")} </VisuallyHidden>
          {formatFigure(figure, of.pool_mean).replaceAll(" ", "\u00a0")}
        </Text>
      )}
    </div>
  );
}
