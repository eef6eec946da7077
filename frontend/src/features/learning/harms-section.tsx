import { Group, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { HarmMeasure, HarmVersion, HarmVersions } from "@/api/harms";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { VersionBadge } from "@/components/version-badge";
import { formatNumber } from "@/lib/format";
import { harmVersionsQuery } from "./api/learning";
import classes from "./learning.module.css";

const SIDES = ["wrote", "became"] as const;
type Side = (typeof SIDES)[number];
const MEASURES = [
  "demeaning",
  "identity_noun",
  "context",
  "inclusion",
  "not_mentioned",
  "absent",
  "identity",
] as const satisfies readonly HarmMeasure[];

/** For leads: harm cases in what each version wrote, what was read of them, and what was done. */
export function HarmsSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("learning");
  return (
    <Section title={t("harms.title")} description={t("harms.text")}>
      <QueryView query={useQuery(harmVersionsQuery(projectId))}>
        {(found) =>
          found.versions.length === 0 ? (
            <Text c="dimmed">{t("harms.none")}</Text>
          ) : (
            <Counts projectId={projectId} found={found} />
          )
        }
      </QueryView>
    </Section>
  );
}

function Counts({ projectId, found }: { projectId: number; found: HarmVersions }) {
  const { t } = useTranslation(["learning", "harms"]);
  const [side, setSide] = useState<Side>("wrote");
  const [measure, setMeasure] = useState<HarmMeasure>("demeaning");
  const columns = useColumns(projectId, side);
  return (
    <Stack>
      <Text size="sm">{t("harms.left_out_now", { count: found.left_out })}</Text>
      <Group align="flex-end" gap="sm">
        <SegmentedControl
          aria-label={t("harms.side")}
          maw="100%"
          classNames={{ label: classes.side }}
          value={side}
          onChange={(value) => setSide(SIDES.find((each) => each === value) ?? "wrote")}
          data={SIDES.map((value) => ({ value, label: t(`harms.of.${value}`) }))}
        />
        <Select
          label={t("harms.measure")}
          allowDeselect={false}
          value={measure}
          onChange={(value) => setMeasure(MEASURES.find((each) => each === value) ?? "demeaning")}
          data={MEASURES.map((value) => ({ value, label: t(`harms:measure.${value}`) }))}
        />
      </Group>
      <DataTable
        name={`${t("harms.title")}: ${t(`harms:measure.${measure}`)}`}
        columns={columns}
        rows={found.versions.map((each) => rowOf(each, side, measure))}
        rowKey={({ version }) => version.id}
        narrow="scroll"
      />
    </Stack>
  );
}

type Row = Pick<HarmVersion, "version" | "seeds"> & { measured: HarmVersion[Side][number] | undefined };
type Counted = NonNullable<HarmVersion[Side][number]["cases"]>;

const rowOf = (each: HarmVersion, side: Side, measure: HarmMeasure): Row => ({
  version: each.version,
  seeds: each.seeds,
  measured: each[side].find((one) => one.measure === measure),
});

function useColumns(projectId: number, side: Side): Column<Row>[] {
  const { t } = useTranslation("learning");
  const counts = [
    "images",
    "found",
    "read",
    "genuine",
    "dismissed",
    // Only what a person answered can be reviewed or done again.
    ...(side === "became" ? (["review", "redo"] as const) : []),
    "leave_out",
    "left_out",
  ] as const satisfies readonly (keyof Counted)[];
  return [
    { key: "version", header: t("harms.version"), render: ({ version }) => <VersionBadge version={version} named /> },
    { key: "measured", header: t("harms.measured"), render: (row) => <Measured projectId={projectId} row={row} /> },
    ...counts.map((name) => ({
      key: name,
      header: t(`harms.count.${name}`),
      end: true,
      render: (row: Row) =>
        name === "found" && row.measured?.cases?.found ? (
          <Found projectId={projectId} row={row} />
        ) : (
          formatNumber(row.measured?.cases?.[name] ?? null)
        ),
    })),
  ];
}

/** How many cases, as the way to them. */
function Found({ projectId, row: { measured, version } }: { projectId: number; row: Row }) {
  const { t } = useTranslation("learning");
  if (!measured?.run || !measured.cases) return null;
  const { run, measure, cases } = measured;
  return (
    <TextLink
      to="/projects/$projectId/studies/harms/$runId/cases"
      params={{ projectId: String(projectId), runId: String(run.id) }}
      search={{ measure, version: version.id }}
      fz="sm"
      aria-label={t("harms.read_cases", {
        count: cases.found,
        cases: formatNumber(cases.found),
        version: `${version.connection.name} ${version.label}`,
      })}
    >
      {formatNumber(cases.found)}
    </TextLink>
  );
}

/** When it was measured, as the way to that measurement, or that it was not. */
function Measured({ projectId, row: { measured, seeds } }: { projectId: number; row: Row }) {
  const { t } = useTranslation("learning");
  if (!measured?.run) {
    return (
      <Text size="sm" c="dimmed">
        {t(seeds === 0 ? "harms.no_seeds" : "harms.not_measured")}
      </Text>
    );
  }
  return (
    <TextLink
      to="/projects/$projectId/studies/harms/$runId"
      params={{ projectId: String(projectId), runId: String(measured.run.id) }}
      fz="sm"
    >
      <Time at={measured.run.created_at} />
    </TextLink>
  );
}
