import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";

/** A count above, and below it of how many; nothing of nothing is no figure. */
export function OutOf({ part, all }: { part: number; all: number }) {
  const { t } = useTranslation("dashboards");
  if (all === 0) return <>{formatNumber(null)}</>;
  return (
    <div>
      {formatNumber(part)}{" "}
      <Text component="div" size="xs" c="dimmed">
        {t("annotators.of_all", { all: formatNumber(all) })}
      </Text>
    </div>
  );
}
