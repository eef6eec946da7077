import { Badge, Box, Progress, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Study } from "@/api/studies";
import { formatNumber } from "@/lib/format";

const colors = { preparing: "blue", open: "accent", closed: "gray", failed: "red" } as const;

export function StudyState({ study }: { study: Study }) {
  const { t } = useTranslation("studies");
  const imported = study.state === "closed" && study.work === null;
  return <Badge color={colors[study.state]}>{t(imported ? "state.imported" : `state.${study.state}`)}</Badge>;
}

/** How many of the judgements that were asked for are there. */
export function StudyProgress({ study }: { study: Study }) {
  const { t } = useTranslation("studies");
  const { ratings, wanted, work, state } = study;
  if (state === "preparing" || state === "failed") return <>–</>;
  const words = t("progress", { ratings: formatNumber(ratings), wanted: formatNumber(wanted) });
  if (work === null || wanted === 0) return <>{formatNumber(ratings)}</>;
  return (
    <Box miw={120}>
      <Progress
        value={Math.min(100, (100 * ratings) / wanted)}
        size="sm"
        aria-label={t("progress_label", { name: study.name })}
      />
      <Text size="xs" c="dimmed" mt={4} style={{ fontVariantNumeric: "tabular-nums" }}>
        {words}
      </Text>
    </Box>
  );
}
