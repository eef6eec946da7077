import { Box, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Overview } from "@/api/types";
import { formatDate } from "@/lib/format";
import classes from "./day-bars.module.css";

const MOST_DAYS = 30;

/** Submissions per day as bars; said as a sentence for those who do not see them. */
export function DayBars({ days }: { days: Overview["days"] }) {
  const { t } = useTranslation("overview");
  const shown = days.slice(-MOST_DAYS);
  const most = shown.reduce((best, day) => (day.submissions > best.submissions ? day : best));
  const summary = t("progress.days_summary", {
    total: shown.reduce((sum, day) => sum + day.submissions, 0),
    days: shown.length,
    day: formatDate(most.day),
    most: most.submissions,
  });
  const first = shown[0];
  const last = shown.at(-1);
  return (
    <Box>
      <Text size="xs" c="dimmed" mb="xs">
        {t("progress.days")}
      </Text>
      <div className={classes.bars} role="img" aria-label={summary}>
        {shown.map((day) => (
          <div
            key={day.day}
            className={classes.bar}
            style={{ height: `${String(Math.max(2, (100 * day.submissions) / Math.max(1, most.submissions)))}%` }}
            title={`${formatDate(day.day)}: ${String(day.submissions)}`}
          />
        ))}
      </div>
      <Group justify="space-between" mt={4}>
        <Text size="xs" c="dimmed">
          {first && formatDate(first.day)}
        </Text>
        {shown.length > 1 && (
          <Text size="xs" c="dimmed">
            {last && formatDate(last.day)}
          </Text>
        )}
      </Group>
    </Box>
  );
}
