import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SampleRow } from "@/api/types";
import type { Selection } from "./use-selection";

interface TickProps {
  row: SampleRow;
  selection: Selection;
  size?: "sm" | "md";
}

/** Chooses a sample; with the shift key, all from the one chosen before. */
export function Tick({ row, selection, size = "sm" }: TickProps) {
  const { t } = useTranslation("samples");
  return (
    <Checkbox
      size={size}
      aria-label={t("bulk.one", { name: row.image.name })}
      data-sample-link={row.id}
      checked={selection.has(row.id)}
      onChange={({ nativeEvent }) => selection.toggle(row.id, (nativeEvent as unknown as MouseEvent).shiftKey)}
    />
  );
}

interface PageTickProps {
  rows: SampleRow[];
  selection: Selection;
}

/** Chooses a whole page, or none of it. */
export function PageTick({ rows, selection }: PageTickProps) {
  const { t } = useTranslation("samples");
  const ticked = rows.filter(({ id }) => selection.has(id)).length;
  return (
    <Checkbox
      size="sm"
      label={t("bulk.page")}
      checked={ticked === rows.length}
      indeterminate={ticked > 0 && ticked < rows.length}
      onChange={(event) => selection.tickPage(event.currentTarget.checked)}
    />
  );
}
