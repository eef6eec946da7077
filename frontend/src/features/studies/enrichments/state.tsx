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

/** How far an enrichment is, in words; the colour only repeats it. */
export function EnrichmentStateBadge({ state }: { state: EnrichmentState }) {
  const { t } = useTranslation("enrichments");
  return (
    <Badge color={colors[state]} miw="max-content">
      {t(`state.${state}`)}
    </Badge>
  );
}
