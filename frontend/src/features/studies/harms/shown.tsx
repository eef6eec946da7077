import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmShare } from "@/api/harms";
import { formatNumber, formatPercent } from "@/lib/format";

interface Ends {
  low: number | null;
  high: number | null;
}

/** The ends of an interval of 95%, below their figure. */
export function Range({ ends: { low, high }, write }: { ends: Ends; write: (value: number) => string }) {
  const { t } = useTranslation("common");
  if (low === null || high === null) return null;
  return (
    <Text component="span" display="block" size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
      {t("interval.range", { low: write(low), high: write(high) })}
    </Text>
  );
}

const asPercent = (value: number) => formatPercent(value, 2);

interface ShareProps {
  of: HarmShare | null | undefined;
  /** What is counted. */
  unit?: "images" | "words";
}

/** A share with its interval, and how many of how many it is. */
export function Share({ of, unit = "images" }: ShareProps) {
  const { t } = useTranslation("harms");
  const { t: tc } = useTranslation("common");
  if (!of) return tc("none");
  return (
    <>
      {formatPercent(of.share, 2)}
      <Range ends={of} write={asPercent} />
      <Text component="span" display="block" size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
        {t(`figure.part_of_${unit}`, { count: of.n, part: formatNumber(of.count), whole: formatNumber(of.n) })}
      </Text>
    </>
  );
}
