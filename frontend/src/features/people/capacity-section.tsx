import { Alert, Badge, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Capacity, StageNeed } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { stageTitle } from "@/lib/server-messages";
import { capacityQuery } from "./api/people";

/** How many different people an image takes, and how many there are. */
export function CapacitySection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("people");
  const query = useQuery(capacityQuery(projectId));
  return (
    <Section title={t("capacity.title")} description={t("capacity.text")}>
      <QueryView query={query}>{(capacity) => <Need capacity={capacity} />}</QueryView>
    </Section>
  );
}

interface Row {
  key: string;
  title: string;
  needed: number;
  here: number;
  short: number;
}

function Need({ capacity }: { capacity: Capacity }) {
  const { t } = useTranslation("people");
  const { needed, here, short, active } = capacity;
  const titleOf = (stage: StageNeed) =>
    stage.teams.length > 0
      ? t("capacity.of_teams", { stage: stageTitle(stage), teams: stage.teams.join(", ") })
      : stageTitle(stage);
  const isByTeam = capacity.stages.some(({ teams }) => teams.length > 0);
  const rows: Row[] = capacity.stages.map((stage) => ({ ...stage, key: stage.stage, title: titleOf(stage) }));
  if (rows.length > 1) rows.push({ key: "", title: t("capacity.whole"), needed, here, short });
  const columns: Column<Row>[] = [
    { key: "stage", header: t("capacity.stage"), label: "", render: ({ title }) => title },
    { key: "needed", header: t("capacity.needed"), end: true, render: (row) => formatNumber(row.needed) },
    { key: "here", header: t("capacity.here"), end: true, render: (row) => formatNumber(row.here) },
    {
      key: "state",
      header: t("capacity.state"),
      render: (row) => (
        <Badge color={row.short > 0 ? "red" : "accent"}>
          {row.short > 0 ? t("capacity.missing", { count: row.short }) : t("capacity.ok")}
        </Badge>
      ),
    },
  ];
  return (
    <Stack gap="sm">
      {short > 0 ? (
        <Alert color="yellow" title={t(here < needed ? "capacity.short" : "capacity.short_of_teams", { needed, here })}>
          {t(isByTeam ? "capacity.short_teams" : "capacity.short_text", { count: short })}
        </Alert>
      ) : (
        <Text size="sm">{t("capacity.enough", { needed, here })}</Text>
      )}
      <DataTable name={t("capacity.table")} columns={columns} rows={rows} rowKey={({ key }) => key} />
      <Text size="sm" c="dimmed">
        {t("capacity.active", { count: active })}
      </Text>
    </Stack>
  );
}
