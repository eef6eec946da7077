import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Annotator } from "@/api/dashboards";
import { formatPercent } from "@/lib/format";
import { OutOf } from "./out-of";

/** How many answers are what they began with, of how many, and the interval of the share. */
export function Unchanged({ share }: { share: Annotator["unchanged"] }) {
  const { t } = useTranslation("dashboards");
  return (
    <>
      <OutOf part={share?.number ?? 0} all={share?.of ?? 0} />
      {share && (
        <Text component="div" size="xs" c="dimmed">
          {t("annotator.interval", { low: formatPercent(share.low), high: formatPercent(share.high) })}
        </Text>
      )}
    </>
  );
}
