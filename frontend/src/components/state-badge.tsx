import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";

const colors = {
  waiting: "gray",
  open: "blue",
  held: "yellow",
  done: "accent",
  withdrawn: "gray",
  active: "accent",
  paused: "yellow",
  archived: "gray",
  queued: "gray",
  running: "blue",
  succeeded: "accent",
  failed: "red",
  cancelled: "gray",
  closed: "gray",
  parked: "gray",
} as const;

type KnownState = keyof typeof colors;

function isKnown(state: string): state is KnownState {
  return state in colors;
}

/** The state in words; the colour only repeats it. */
export function StateBadge({ state }: { state: string }) {
  const { t } = useTranslation("common");
  if (!isKnown(state)) return <Badge color="gray">{state}</Badge>;
  return (
    // One word, never shortened: beside a long name nothing else says it.
    <Badge color={colors[state]} miw="max-content">
      {t(`state.${state}`)}
    </Badge>
  );
}
