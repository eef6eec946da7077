import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { messageOf, type Notice } from "@/lib/server-messages";

interface IntervalEndsProps {
  low: number | null;
  high: number | null;
  /** Why there is none. */
  why: Notice | null;
  write: (value: number) => string;
  /** Of so many images it is taken, where that is not told beside it. */
  images?: number;
}

/** The ends of an interval of 95%, or why there is none: no figure of a sample stands without. */
export function IntervalEnds({ low, high, why, write, images }: IntervalEndsProps) {
  const { t } = useTranslation("common");
  if (low === null || high === null) {
    return (
      <Text component="span" display="block" size="xs" c="dimmed" maw="44ch">
        {why ? messageOf(why) : t("none")}
      </Text>
    );
  }
  return (
    <span style={{ whiteSpace: "nowrap" }}>
      {t("interval.range", { low: write(low), high: write(high) })}
      {images !== undefined && (
        <Text component="span" display="block" size="xs" c="dimmed">
          {t("interval.images", { count: images })}
        </Text>
      )}
    </span>
  );
}
