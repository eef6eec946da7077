import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Verdict } from "@/api/quality";

const colors = { unreviewed: "gray", approved: "accent", rejected: "red" } as const;

/** What a lead has decided about an answer, in words; the colour only repeats it. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation("quality");
  return (
    <Badge color={colors[verdict]} miw="max-content">
      {t(`verdict.${verdict}`)}
    </Badge>
  );
}
