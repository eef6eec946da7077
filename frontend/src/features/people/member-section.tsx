import { Badge, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Member, Role, Team } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { formatDay } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { personName } from "@/lib/people";
import { membersQuery } from "@/lib/queries/members";
import { teamsQuery } from "@/lib/queries/teams";
import { changeMember, removeMember } from "./api/people";
import { RoleSelect } from "./role-select";
import { TeamBar } from "./team-bar";

export const nameOf = (member: Member) => personName(member.user);

interface MembersProps {
  projectId: number;
  /** Reviewers read who is here; only leads change it. */
  mayEdit: boolean;
}

export function MemberSection({ projectId, mayEdit }: MembersProps) {
  const { t } = useTranslation("people");
  const query = useQuery(membersQuery(projectId));
  return (
    <Section title={t("members.title")} description={t("members.text")}>
      <QueryView query={query}>
        {(members) =>
          members.length === 0 ? (
            <Text c="dimmed">{t("members.none")}</Text>
          ) : (
            <MemberTable projectId={projectId} mayEdit={mayEdit} members={members} />
          )
        }
      </QueryView>
    </Section>
  );
}

function useRefresh(projectId: number) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["projects", projectId] });
}

function MemberTable({ projectId, mayEdit, members }: MembersProps & { members: Member[] }) {
  const { t } = useTranslation("people");
  const { t: common } = useTranslation("common");
  const refresh = useRefresh(projectId);
  const change = useMutation({
    mutationFn: ({ id, ...changes }: { id: number; role?: Role; is_blocked?: boolean }) =>
      changeMember(projectId, id, changes),
    onSuccess: async () => {
      await refresh();
      notifyDone(t("members.saved"));
    },
  });
  const teams = useQuery(teamsQuery(projectId)).data ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const mayMove = mayEdit && teams.length > 0;
  const tick = (id: number) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const columns: Column<Member>[] = [
    {
      key: "name",
      header: t("members.name"),
      label: "",
      render: (member) => (
        <Group gap="sm" wrap="nowrap">
          {mayMove && (
            <Checkbox
              aria-label={t("teams.choose", { name: nameOf(member) })}
              checked={chosen.has(member.id)}
              onChange={() => tick(member.id)}
            />
          )}
          <div>
            <Text fw={550} fz="inherit">
              {nameOf(member)}
            </Text>
            <Text size="xs" c="dimmed">
              {member.user.username}
            </Text>
          </div>
        </Group>
      ),
    },
    {
      key: "role",
      header: t("members.role"),
      render: (member) =>
        mayEdit ? (
          <RoleSelect
            size="xs"
            w={140}
            aria-label={t("members.role_of", { name: nameOf(member) })}
            value={member.role}
            disabled={change.isPending}
            onChange={(role) => change.mutate({ id: member.id, role })}
          />
        ) : (
          common(`role.${member.role}`)
        ),
    },
    {
      key: "state",
      header: t("members.state"),
      render: (member) => (
        <Badge color={member.is_blocked ? "red" : "accent"}>
          {member.is_blocked ? t("members.blocked") : t("members.active")}
        </Badge>
      ),
    },
    {
      key: "seen",
      header: t("members.last_seen"),
      render: ({ last_seen }) => (last_seen ? formatDay(last_seen) : t("members.never")),
    },
    { key: "joined", header: t("members.joined"), render: (member) => <Time at={member.joined_at} /> },
  ];
  if (teams.length > 0) {
    columns.splice(2, 0, {
      key: "teams",
      header: t("teams.title"),
      render: (member) => <TeamNames teams={teams.filter(({ key }) => member.teams.includes(key))} />,
    });
  }
  if (mayEdit) {
    columns.push({
      key: "actions",
      header: "",
      label: "",
      end: true,
      render: (member) => (
        <MemberActions
          projectId={projectId}
          member={member}
          busy={change.isPending}
          onBlock={(blocked) => change.mutate({ id: member.id, is_blocked: blocked })}
        />
      ),
    });
  }
  return (
    <Stack>
      {change.error && <ErrorNotice error={change.error} />}
      <DataTable name={t("members.title")} columns={columns} rows={members} rowKey={(member) => member.id} />
      <TeamBar projectId={projectId} teams={teams} chosen={chosen} onDone={() => setChosen(new Set())} />
    </Stack>
  );
}

function TeamNames({ teams }: { teams: Team[] }) {
  const { t } = useTranslation("people");
  if (teams.length === 0) return <Text fz="inherit">{t("teams.in_none")}</Text>;
  return (
    <Group gap={4}>
      {teams.map(({ id, name }) => (
        <Badge key={id} color="gray">
          {name}
        </Badge>
      ))}
    </Group>
  );
}

interface MemberActionsProps {
  projectId: number;
  member: Member;
  busy: boolean;
  onBlock: (blocked: boolean) => void;
}

function MemberActions({ projectId, member, busy, onBlock }: MemberActionsProps) {
  const { t } = useTranslation("people");
  const refresh = useRefresh(projectId);
  const name = nameOf(member);
  const remove = async () => {
    await removeMember(projectId, member.id);
    notifyDone(t("members.removed", { name }));
    await refresh();
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        disabled={busy}
        aria-label={t(member.is_blocked ? "members.unblock_name" : "members.block_name", { name })}
        onClick={() => onBlock(!member.is_blocked)}
      >
        {member.is_blocked ? t("members.unblock") : t("members.block")}
      </Button>
      <ConfirmButton
        size="xs"
        variant="subtle"
        color="red"
        title={t("members.remove_title", { name })}
        text={t("members.remove_text")}
        confirmLabel={t("members.remove")}
        onConfirm={remove}
      >
        {t("members.remove")}
      </ConfirmButton>
    </Group>
  );
}
