import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { EnrichmentState } from "@/api/enrichments";

const colors: Record<EnrichmentState, string> = {
  waiting: "gray",
  running: "blue",
  stopped: "yellow",
  failed: "red",
  limited: "yellow",
  done: "accent",
};

interface Run {
  state: EnrichmentState;
  limit: "samples" | "cost" | null;
  counts: Record<"total" | "pending" | "asked" | "answered" | "failed" | "interrupted", number>;
}

export const lostOf = ({ counts }: Pick<Run, "counts">) => counts.failed + counts.interrupted;

/** Which words say how a run ended, and of how many. */
export function endOf(run: Run) {
  const { state, limit, counts } = run;
  const lost = lostOf(run);
  if (limit) return { key: limit, count: 0 } as const;
  if (state === "stopped" && counts.asked > 0) return { key: "stopping", count: counts.asked } as const;
  const isOver = state === "done" || (state === "stopped" && counts.total > 0 && counts.pending === 0);
  if (!isOver) return { key: state, count: 0 } as const;
  return lost > 0 ? ({ key: "done_lost", count: lost } as const) : ({ key: "done", count: 0 } as const);
}

/** How far a run is, in words; the colour only repeats it. */
export function EnrichmentStateBadge({ run }: { run: Pick<Run, "state" | "counts"> }) {
  const { t } = useTranslation("enrichments");
  // Everything was tried, and there is nothing to show for it.
  const isInVain = run.state === "done" && run.counts.answered === 0 && lostOf(run) > 0;
  const state = isInVain ? "failed" : run.state;
  return (
    <Badge color={colors[state]} miw="max-content">
      {t(`state.${state}`)}
    </Badge>
  );
}
