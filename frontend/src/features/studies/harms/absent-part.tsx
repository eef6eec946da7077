import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmAbsence, HarmFigures } from "@/api/harms";
import { DataTable, type Column } from "@/components/data-table";
import { FirstRows } from "@/components/first-rows";
import { TextLink } from "@/components/link-button";
import { formatNumber } from "@/lib/format";
import { Differences } from "./differences";
import { Meaning } from "./meaning";
import { dismissedOf, inArm, useMeaningName } from "./names";
import { Part, type PartProps } from "./part";
import { ShareTable } from "./share-table";
import { Share } from "./shown";

/** People and what is theirs that the truth has and the text lacks. */
export function AbsentPart({ projectId, run, figures, left }: PartProps) {
  const { t } = useTranslation("harms");
  const found = figures.absent;
  return (
    <Part title={t("measure.absent")} text={t("absent.text")} run={run} figures={figures} name="absent">
      {found && (
        <>
          <ShareTable
            name={t("measure.absent")}
            projectId={projectId}
            runId={run.id}
            rows={[
              { key: "nobody", label: t("absent.nobody"), all: found.nobody, without: left?.absent?.nobody },
              ...Object.entries(found.groups ?? {}).map(([group, share]) => ({
                key: `group-${group}`,
                label: group,
                all: share,
                without: left?.absent?.groups?.[group],
              })),
            ]}
            hasDismissed={dismissedOf(run) > 0}
          />
          {found.differences && (
            <Differences
              all={found.differences}
              without={left?.absent?.differences}
              hasDismissed={dismissedOf(run) > 0}
              of={t("measure.absent")}
            />
          )}
          <Rows
            projectId={projectId}
            runId={run.id}
            figures={figures}
            rows={found.rows}
            without={left?.absent?.rows}
            hasDismissed={dismissedOf(run) > 0}
          />
        </>
      )}
    </Part>
  );
}

interface RowsProps {
  projectId: number;
  runId: number;
  figures: HarmFigures;
  rows: HarmAbsence[];
  without: HarmAbsence[] | undefined;
  hasDismissed: boolean;
}

const sameAs = (one: HarmAbsence) => (other: HarmAbsence) =>
  one.sort === other.sort && one.synset.id === other.synset.id;

function Rows({ projectId, runId, figures, rows, without, hasDismissed }: RowsProps) {
  const { t } = useTranslation("harms");
  const nameOf = useMeaningName();
  if (rows.length === 0) return null;
  const columns: Column<HarmAbsence>[] = [
    {
      key: "concept",
      header: t("inclusion.concept"),
      label: "",
      render: ({ synset }) => <Meaning id={synset.name} strong />,
    },
    { key: "sort", header: t("absent.sort"), render: ({ sort }) => t(`aspect.${sort}`) },
    { key: "all", header: t("absent.missing"), end: true, render: ({ missing }) => <Share of={missing} /> },
  ];
  if (hasDismissed) {
    columns.push({
      key: "without",
      header: t("figure.without"),
      end: true,
      render: (row) => <Share of={without?.find(sameAs(row))?.missing} />,
    });
  }
  columns.push({
    key: "general",
    header: t("absent.more_general"),
    end: true,
    render: ({ more_general }) => formatNumber(more_general),
  });
  columns.push({
    key: "cases",
    header: t("list.cases"),
    end: true,
    render: ({ sort, synset, missing: { count } }) =>
      count > 0 && (
        <TextLink
          to="/projects/$projectId/studies/harms/$runId/cases"
          params={{ projectId: String(projectId), runId: String(runId) }}
          search={inArm(figures, { measure: "absent", aspect: sort, synset: synset.id })}
          fz="sm"
          aria-label={t("figure.read_of", { label: nameOf(synset.name), count, images: formatNumber(count) })}
        >
          {t("figure.read", { count, images: formatNumber(count) })}
        </TextLink>
      ),
  });
  return (
    <div>
      <Title order={3} fz="md" mb="xs">
        {t("absent.rows")}
      </Title>
      <FirstRows rows={rows} step={20}>
        {(shown) => (
          <DataTable
            name={t("absent.rows")}
            columns={columns}
            rows={shown}
            rowKey={({ sort, synset }) => `${sort}-${synset.id}`}
            narrow="scroll"
          />
        )}
      </FirstRows>
    </div>
  );
}
