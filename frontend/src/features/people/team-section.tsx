import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Team } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { projectQuery } from "@/lib/queries/projects";
import { teamsQuery } from "@/lib/queries/teams";
import { stageTitle } from "@/lib/server-messages";
import { deleteTeam } from "./api/teams";
import { TeamDialog } from "./team-dialog";

interface TeamsProps {
  projectId: number;
  /** Reviewers read which teams there are; only leads change them. */
  mayEdit: boolean;
}

/** Teams: people who share a skill or a language, for whom stages ask. */
export function TeamSection({ projectId, mayEdit }: TeamsProps) {
  const { t } = useTranslation("people");
  const query = useQuery(teamsQuery(projectId));
  const [open, setOpen] = useState<Team | "new" | null>(null);
  return (
    <Section title={t("teams.title")} term="team" description={t("teams.text")}>
      <Stack align="flex-start">
        <QueryView query={query}>
          {(teams) =>
            teams.length === 0 ? (
              <Text c="dimmed" size="sm">
                {t("teams.none")}
              </Text>
            ) : (
              <TeamTable projectId={projectId} mayEdit={mayEdit} teams={teams} onChange={setOpen} />
            )
          }
        </QueryView>
        {mayEdit && (
          <Button variant="default" onClick={() => setOpen("new")}>
            {t("teams.new")}
          </Button>
        )}
      </Stack>
      {open && <TeamDialog projectId={projectId} team={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </Section>
  );
}

interface TableProps extends TeamsProps {
  teams: Team[];
  onChange: (team: Team) => void;
}

function TeamTable({ projectId, mayEdit, teams, onChange }: TableProps) {
  const { t } = useTranslation("people");
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const askedBy = (team: Team) =>
    stages
      .filter(({ key }) => team.stages.includes(key))
      .map(stageTitle)
      .join(", ");
  const columns: Column<Team>[] = [
    {
      key: "name",
      header: t("teams.name"),
      label: "",
      render: ({ name }) => (
        <Text fw={550} fz="inherit">
          {name}
        </Text>
      ),
    },
    {
      key: "basis",
      header: t("teams.basis"),
      render: ({ basis, language }) =>
        basis === "language" ? t("teams.of_language", { code: language }) : t("teams.skill"),
    },
    { key: "members", header: t("teams.members"), end: true, render: ({ members }) => formatNumber(members) },
    { key: "stages", header: t("teams.asked_by"), render: (team) => askedBy(team) || t("teams.asked_by_none") },
  ];
  if (mayEdit) {
    columns.push({
      key: "actions",
      header: "",
      label: "",
      end: true,
      render: (team) => <TeamActs projectId={projectId} team={team} onChange={() => onChange(team)} />,
    });
  }
  return <DataTable name={t("teams.title")} columns={columns} rows={teams} rowKey={({ id }) => id} />;
}

function TeamActs({ projectId, team, onChange }: { projectId: number; team: Team; onChange: () => void }) {
  const { t } = useTranslation("people");
  const client = useQueryClient();
  const remove = async () => {
    await deleteTeam(projectId, team.id);
    await client.invalidateQueries({ queryKey: ["projects", projectId] });
    notifyDone(t("teams.deleted", { name: team.name }));
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button size="xs" variant="default" aria-label={t("teams.change_of", { name: team.name })} onClick={onChange}>
        {t("teams.change")}
      </Button>
      <ConfirmButton
        size="xs"
        variant="subtle"
        color="red"
        title={t("teams.delete_title", { name: team.name })}
        text={t("teams.delete_text")}
        confirmLabel={t("teams.delete")}
        onConfirm={remove}
      >
        {t("teams.delete")}
      </ConfirmButton>
    </Group>
  );
}
