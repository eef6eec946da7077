import { Badge, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Release } from "@/api/releases";
import { StateBadge } from "@/components/state-badge";
import { formatNumber } from "@/lib/format";
import { isActive } from "@/lib/queries/jobs";

/** Frozen, or how far it is. */
export function ReleaseState({ release: { state, job } }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { t: common } = useTranslation("common");
  if (state === "succeeded") return <Badge color="accent">{t("state.frozen")}</Badge>;
  return (
    <Group gap={6}>
      <StateBadge state={state} />
      {job && isActive(job) && job.total > 0 && (
        <Text size="xs" c="dimmed" component="span">
          {common("job.progress", { done: formatNumber(job.done), total: formatNumber(job.total) })}
        </Text>
      )}
    </Group>
  );
}
