import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";
import { dismissedOf } from "./names";
import { Part, type PartProps } from "./part";
import { ShareTable } from "./share-table";

const CASES = { measure: "context" };

/** Words that demean by who the truth says is in the image. */
export function ContextPart({ projectId, run, figures, left }: PartProps) {
  const { t } = useTranslation("harms");
  const found = figures.context;
  const rows = found
    ? [
        { key: "any", label: t("context.any"), all: found.any, without: left?.context?.any, cases: CASES },
        ...found.harms.map(({ harm, shown, rate }) => ({
          key: harm,
          label: t(`aspect.${harm}`),
          hint: t("context.shown", { count: shown, images: formatNumber(shown) }),
          all: rate,
          without: left?.context?.harms.find((other) => other.harm === harm)?.rate,
        })),
      ]
    : [];
  return (
    <Part title={t("measure.context")} text={t("context.text")} run={run} figures={figures} name="context">
      {found && (
        <ShareTable
          name={t("measure.context")}
          projectId={projectId}
          runId={run.id}
          rows={rows}
          hasDismissed={dismissedOf(run) > 0}
        />
      )}
    </Part>
  );
}
