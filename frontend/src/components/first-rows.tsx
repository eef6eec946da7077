import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";

interface FirstRowsProps<Row> {
  rows: Row[];
  /** How many are shown at first, and how many more at each asking. */
  step: number;
  children: (shown: Row[]) => ReactNode;
}

/** The first rows of a long list, and more of them when asked for. */
export function FirstRows<Row>({ rows, step, children }: FirstRowsProps<Row>) {
  const { t } = useTranslation("common");
  const [number, setNumber] = useState(step);
  const left = rows.length - number;
  return (
    <>
      {children(rows.slice(0, number))}
      {left > 0 && (
        <Button variant="subtle" mt="xs" onClick={() => setNumber(number + step)}>
          {left > step
            ? t("table.more", { count: step, more: formatNumber(step), left: formatNumber(left) })
            : t("table.rest", { count: left, left: formatNumber(left) })}
        </Button>
      )}
    </>
  );
}
