import { Group, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmInclusion, HarmScenario } from "@/api/harms";
import { DataTable, type Column } from "@/components/data-table";
import { FirstRows } from "@/components/first-rows";
import { formatNumber } from "@/lib/format";
import { Meaning } from "./meaning";
import { dismissedOf, inArm } from "./names";
import { Part, type PartProps } from "./part";
import { ShareTable } from "./share-table";
import { Range, Share } from "./shown";

const SCENARIOS = ["not_imageable", "too_specific", "hallucinated"] as const satisfies readonly HarmScenario[];

/** Words that the stage has and the truth has not, and those of them that go with a group. */
export function InclusionPart({ projectId, run, figures, left }: PartProps) {
  const { t } = useTranslation("harms");
  const found = figures.inclusion;
  return (
    <Part title={t("measure.inclusion")} text={t("inclusion.text")} run={run} figures={figures} name="inclusion">
      {found && (
        <>
          <ShareTable
            name={t("measure.inclusion")}
            projectId={projectId}
            runId={run.id}
            rows={[
              {
                key: "any",
                label: t("inclusion.with_any"),
                hint: t("inclusion.with_any_hint"),
                all: found.with_any,
                without: null,
              },
              {
                key: "all",
                label: t("inclusion.with_a_case"),
                hint: SCENARIOS.map(
                  (name) => `${t(`scenario.${name}`)}: ${formatNumber(found.scenarios[name] ?? 0)}`,
                ).join(" · "),
                all: found.with_a_case,
                without: left?.inclusion?.with_a_case,
                cases: inArm(figures, { measure: "inclusion" }),
              },
            ]}
            hasDismissed={dismissedOf(run) > 0}
          />
          <Text size="sm" c="dimmed">
            {t("inclusion.not_compared", { count: found.not_compared, words: formatNumber(found.not_compared) })}
            {found.without_list.length > 0 &&
              ` ${t("inclusion.without_list", { kinds: found.without_list.map((kind) => t(`kinds.${kind}`)).join(", ") })}`}
          </Text>
          <Kept rows={found.kept} left={left?.inclusion?.kept} hasDismissed={dismissedOf(run) > 0} />
        </>
      )}
    </Part>
  );
}

interface KeptProps {
  rows: HarmInclusion[];
  left: HarmInclusion[] | undefined;
  hasDismissed: boolean;
}

// Below this a group's share and what goes with it hang on single images.
const FEW_IMAGES = 30;

/** The groups that few images show, e.g. "Red: 1": of each, the most images that one row counts. */
function groupsOfFew(rows: HarmInclusion[]): string[] {
  const most = new Map<string, number>();
  for (const [group, { n }] of rows.flatMap(({ rates }) => Object.entries(rates))) {
    most.set(group, Math.max(n, most.get(group) ?? 0));
  }
  return [...most].filter(([, n]) => n < FEW_IMAGES).map(([group, n]) => `${group}: ${formatNumber(n)}`);
}

const keyOf = ({ kind, synset }: HarmInclusion) => `${kind}-${synset.id}`;

/** The concepts whose association with a group is above the threshold, those most often wrong first. */
function Kept({ rows, left, hasDismissed }: KeptProps) {
  const { t } = useTranslation("harms");
  if (rows.length === 0) return null;
  const few = groupsOfFew(rows);
  const columns: Column<HarmInclusion>[] = [
    {
      key: "synset",
      header: t("inclusion.concept"),
      label: "",
      render: ({ kind, synset }) => (
        <>
          <Meaning id={synset.name} />
          <Text component="span" display="block" size="xs" c="dimmed">
            {t(`kind.${kind}`)}
          </Text>
        </>
      ),
    },
    { key: "rate", header: t("inclusion.rate"), end: true, render: ({ rate }) => <Share of={rate} /> },
    ...(hasDismissed
      ? [
          {
            key: "without",
            header: t("figure.without"),
            end: true,
            render: (row: HarmInclusion) => <Share of={left?.find((each) => keyOf(each) === keyOf(row))?.rate} />,
          },
        ]
      : []),
    {
      key: "association",
      header: t("inclusion.association"),
      render: ({ association }) => (
        <>
          {association.group}: {formatNumber(association.value, 3)}
          <Range ends={association} write={(value) => formatNumber(value, 3)} />
        </>
      ),
    },
    {
      key: "groups",
      header: t("inclusion.by_group"),
      render: ({ rates }) => (
        <Group gap="8px 32px" align="flex-start" miw={340}>
          {Object.entries(rates).map(([group, rate]) => (
            <div key={group} style={{ minWidth: "max-content" }}>
              {group}: <Share of={rate} />
            </div>
          ))}
        </Group>
      ),
    },
  ];
  return (
    <div>
      <Title order={3} fz="md" mb="xs">
        {t("inclusion.kept")}
      </Title>
      {few.length > 0 && (
        <Text size="sm" mb="xs">
          {t("inclusion.few", { limit: formatNumber(FEW_IMAGES), groups: few.join(", ") })}
        </Text>
      )}
      <FirstRows rows={rows} step={20}>
        {(shown) => (
          <DataTable name={t("inclusion.kept")} columns={columns} rows={shown} rowKey={keyOf} narrow="scroll" />
        )}
      </FirstRows>
    </div>
  );
}
