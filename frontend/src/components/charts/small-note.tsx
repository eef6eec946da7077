import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";
import { SMALL_N } from "./spread";

/** Says which figures rest on few; nothing where none does. */
export function useSmallNote(): (named: { name: string; n: number }[], smallN?: number) => string | null {
  const { t } = useTranslation("common");
  return (named, smallN = SMALL_N) => {
    const few = named.filter(({ n }) => n > 0 && n < smallN);
    if (few.length === 0) return null;
    const limit = formatNumber(smallN);
    if (few.length === named.filter(({ n }) => n > 0).length) return t("chart.small_all", { limit });
    return few.length > 4
      ? t("chart.small_many", { limit, count: few.length })
      : t("chart.small", { limit, names: few.map(({ name, n }) => `${name} (n = ${formatNumber(n)})`).join(", ") });
  };
}
