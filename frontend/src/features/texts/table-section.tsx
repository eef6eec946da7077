import { List, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TextRow, TextTable } from "@/api/text-reports";
import { Section } from "@/components/section";
import { messageOf } from "@/lib/server-messages";
import { fileAddress } from "./api/text-reports";
import { useFigureName } from "./figure-name";
import { FileLink } from "./file-link";
import { Spreads } from "./spreads";
import { Differences, Figures } from "./figures";

interface TableSectionProps {
  projectId: number;
  reportId: number;
  table: TextTable;
}

/** One measure of all sources: the figures, why some are missing, and how they are spread. */
export function TableSection({ projectId, reportId, table }: TableSectionProps) {
  const { t } = useTranslation("texts");
  const { key } = table;
  const file = (suffix: "csv" | "tex") => ({
    href: fileAddress(projectId, reportId, suffix, key),
    label: t(`table.${suffix}`, { title: t(`table.${key}`) }),
  });
  return (
    <Section
      title={t(`table.${key}`)}
      description={t(`table.${key}_text`)}
      actions={
        <>
          <FileLink {...file("csv")} name="CSV" />
          <FileLink {...file("tex")} name="LaTeX" />
        </>
      }
    >
      <Stack gap="lg">
        <Figures table={table} />
        <Differences table={table} />
        <Reasons rows={table.rows} />
        <Spreads table={table} />
      </Stack>
    </Section>
  );
}

/** Why figures are missing: each reason once, with the figures and sources it holds for. */
function Reasons({ rows }: { rows: TextRow[] }) {
  const { t } = useTranslation("texts");
  const figureName = useFigureName();
  const byReason = new Map<string, { figures: Set<string>; titles: Set<string> }>();
  for (const { title, undefined: reasons } of rows) {
    for (const [figure, reason] of Object.entries(reasons)) {
      const why = messageOf(reason);
      const known = byReason.get(why) ?? { figures: new Set(), titles: new Set() };
      known.figures.add(figureName(figure));
      known.titles.add(title);
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
