import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Annotator } from "@/api/dashboards";
import { formatNumber } from "@/lib/format";

/** Badges that say at a glance what is special about somebody. */
export function PersonBadges({ row }: { row: Annotator }) {
  const { t } = useTranslation("dashboards");
  const { t: common } = useTranslation("common");
  return (
    <>
      {row.is_new && row.submissions > 0 && <Badge color="blue">{t("annotators.new")}</Badge>}
      {row.warnings.length > 0 && <Badge color="yellow">{t("annotators.warned")}</Badge>}
      {row.is_blocked && <Badge color="red">{t("annotators.blocked")}</Badge>}
      {row.role === null && <Badge color="gray">{t("annotators.left")}</Badge>}
      {row.role !== null && row.role !== "annotator" && <Badge color="gray">{common(`role.${row.role}`)}</Badge>}
    </>
  );
}

/** What speaks against somebody's work; nothing where nothing does. */
export function EvidenceAgainst({ row: { evidence } }: { row: Annotator }) {
  const { t } = useTranslation("dashboards");
  const of = (part: number, all: number) => ({ part: formatNumber(part), all: formatNumber(all) });
  const said = [
    evidence.questioned > 0 && t("annotators.questioned", of(evidence.questioned, evidence.answers)),
    evidence.gold_wrong > 0 && t("annotators.gold_wrong", of(evidence.gold_wrong, evidence.gold)),
  ].filter(Boolean);
  return <>{said.length > 0 ? said.join("; ") : formatNumber(null)}</>;
}
