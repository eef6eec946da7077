import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";
import { dismissedOf, inArm } from "./names";
import { Part, type PartProps } from "./part";
import { ShareTable } from "./share-table";

/** Words that demean by who the truth says is in the image. */
export function ContextPart({ projectId, run, figures, left }: PartProps) {
  const { t } = useTranslation("harms");
  const { t: tg } = useTranslation("groups");
  const found = figures.context;
  const casesOf = (aspect?: string) => inArm(figures, { measure: "context", aspect });
  const rows = found
    ? [
        { key: "any", label: t("context.any"), all: found.any, without: left?.context?.any, cases: casesOf() },
        ...found.harms.flatMap(({ harm, shown, rate, with_groups }) => {
          const other = left?.context?.harms.find((each) => each.harm === harm);
          const name = t(`aspect.${harm}`);
          const hint = t("context.shown", { count: shown, images: formatNumber(shown) });
          const by_truth = { key: harm, label: name, hint, all: rate, without: other?.rate, cases: casesOf(harm) };
          if (!with_groups) return [by_truth];
          const by_groups = { label: t("context.with_groups", { harm: name }) };
          return [by_truth, { ...by_groups, key: `${harm} groups`, all: with_groups, without: other?.with_groups }];
        }),
      ]
    : [];
  const meant = Object.entries(found?.means ?? {}).map(([group, said]) =>
    t("context.mean", { group, said: said.map((each) => tg(`means.${each}`)).join(", ") }),
  );
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
      {meant.length > 0 && (
        <Text size="sm" c="dimmed">
          {t("context.with_groups_hint")} {t("context.means", { groups: meant.join("; ") })}
        </Text>
      )}
    </Part>
  );
}
