import { List } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TextRow } from "@/api/text-reports";
import { messageOf } from "@/lib/server-messages";
import { useFigureName, usePartName } from "./figure-name";

/** Why figures are missing: each reason once, with the figures and sources it holds for. */
export function MissingFigures({ rows }: { rows: TextRow[] }) {
  const { t } = useTranslation("texts");
  const figureName = useFigureName();
  const partName = usePartName();
  const byReason = new Map<string, { figures: Set<string>; titles: Set<string> }>();
  for (const { title, part, undefined: reasons } of rows) {
    for (const [figure, reason] of Object.entries(reasons)) {
      const why = messageOf(reason);
      const known = byReason.get(why) ?? { figures: new Set(), titles: new Set() };
      known.figures.add(figureName(figure));
      known.titles.add(part ? `${title}: ${partName(part)}` : title);
      byReason.set(why, known);
    }
  }
  if (byReason.size === 0) return null;
  return (
    <List size="sm" c="dimmed" aria-label={t("table.missing")}>
      {[...byReason].map(([why, { figures, titles }]) => (
        <List.Item key={why}>
          {t("table.why", {
            figures: [...figures].join(", "),
            sources: titles.size < rows.length ? ` (${[...titles].join(", ")})` : "",
            why,
          })}
        </List.Item>
      ))}
    </List>
  );
}
