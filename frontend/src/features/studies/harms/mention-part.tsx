import { useTranslation } from "react-i18next";
import { formatPercent } from "@/lib/format";
import { Differences } from "./differences";
import { dismissedOf, inArm } from "./names";
import { Part, type PartProps } from "./part";
import { ShareTable, type ShareRow } from "./share-table";

/** Images of people whose text mentions nobody, by group where groups are known. */
export function MentionPart({ projectId, run, figures, left }: PartProps) {
  const { t } = useTranslation("harms");
  const found = figures.not_mentioned;
  const without = left?.not_mentioned;
  const rows: ShareRow[] = found
    ? [
        {
          key: "all",
          label: t("mention.all"),
          all: found.all,
          without: without?.all,
          cases: inArm(figures, { measure: "not_mentioned" }),
        },
        ...Object.entries(found.groups ?? {}).map(([group, share]) => ({
          key: `group-${group}`,
          label: group,
          all: share,
          without: without?.groups?.[group],
        })),
      ]
    : [];
  return (
    <Part
      title={t("measure.not_mentioned")}
      text={t("mention.text", { covered: formatPercent(run.options.covered, 1) })}
      run={run}
      figures={figures}
      name="not_mentioned"
    >
      {found && (
        <ShareTable
          name={t("measure.not_mentioned")}
          projectId={projectId}
          runId={run.id}
          rows={rows}
          hasDismissed={dismissedOf(run) > 0}
        />
      )}
      {found?.differences && (
        <Differences all={found.differences} without={without?.differences} hasDismissed={dismissedOf(run) > 0} />
      )}
    </Part>
  );
}
