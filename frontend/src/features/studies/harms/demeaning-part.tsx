import { useTranslation } from "react-i18next";
import type { HarmFigures } from "@/api/harms";
import { BOUNDS, dismissedOf, inArm } from "./names";
import { Part, type PartProps } from "./part";
import { ShareTable, type ShareRow } from "./share-table";

const KINDS = ["objects", "attributes", "objects_or_attributes"] as const;
/** The kind of the cases of a figure; of either it is left open. */
const KIND_OF = { objects: "object", attributes: "attribute", objects_or_attributes: undefined };
type Demeaning = HarmFigures["demeaning"];

/** Words that are known to demean, between two bounds; identity words as nouns; words the image itself has. */
export function DemeaningPart({ projectId, run, figures, left }: PartProps) {
  const { t } = useTranslation("harms");
  const row = (key: string, label: string, find: (of: Demeaning) => ShareRow["all"] | undefined): ShareRow => ({
    key,
    label,
    all: find(figures.demeaning) ?? null,
    without: left && find(left.demeaning),
  });
  const known = KINDS.filter((kind) => figures.demeaning[kind]);
  const rows = [
    ...known.flatMap((kind) =>
      BOUNDS.map((bound) => ({
        ...row(
          `${kind}-${bound}`,
          t(`demeaning.${kind}`, { bound: t(`bound.${bound}_of`) }),
          (of) => of[kind]?.[bound],
        ),
        hint: t(`bound.${bound}_hint`),
        cases: inArm(figures, { measure: "demeaning", bound, kind: KIND_OF[kind] }),
      })),
    ),
    {
      ...row("identity", t("measure.identity_noun"), ({ identity_nouns }) => identity_nouns),
      hint: t("demeaning.identity_hint"),
      cases: inArm(figures, { measure: "identity_noun" }),
    },
    ...(figures.demeaning.quoted
      ? [{ ...row("quoted", t("demeaning.quoted"), ({ quoted }) => quoted), hint: t("demeaning.quoted_hint") }]
      : []),
  ];
  return (
    <Part title={t("measure.demeaning")} text={t("demeaning.text")} run={run} figures={figures} name="demeaning">
      <ShareTable
        name={t("measure.demeaning")}
        projectId={projectId}
        runId={run.id}
        rows={rows}
        hasDismissed={dismissedOf(run) > 0}
      />
    </Part>
  );
}
