import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { MailedInvitation, Role } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Time } from "@/components/time";
import { notifyDone } from "@/lib/notify";
import {
  mailedInvitationsQuery,
  namedInvitationsQuery,
  revokeInvitation,
  sendInvitation,
  withdrawNamedInvitation,
} from "./api/people";

type State = MailedInvitation["state"] | "asked" | "declined";

interface InvitedRow {
  key: string;
  id: number;
  name: string;
  role: Role;
  state: State;
  at: string;
  isMailed: boolean;
}

const COLORS: Record<State, string> = {
  asked: "gray",
  declined: "red",
  sending: "gray",
  sent: "gray",
  accepted: "accent",
  failed: "red",
  expired: "red",
};

/** Everybody who was asked by name or by mail, and what became of it. */
export function InvitedTable({ projectId }: { projectId: number }) {
  const named = useQuery(namedInvitationsQuery(projectId));
  const mailed = useQuery({
    ...mailedInvitationsQuery(projectId),
    // A job sends them: look again while there is something to be sent.
    refetchInterval: ({ state }) => (state.data?.some((row) => row.state === "sending") ? 5_000 : false),
  });
  return (
    <QueryView query={named}>
      {(byName) => (
        <QueryView query={mailed}>
          {(byMail) => {
            const rows: InvitedRow[] = [
              ...byName.map(({ id, username, role, created_at, declined_at }) => ({
                key: `name-${String(id)}`,
                id,
                name: username,
                role,
                state: declined_at ? ("declined" as const) : ("asked" as const),
                at: declined_at ?? created_at,
                isMailed: false,
              })),
              ...byMail.map(({ id, email, role, state, created_at, mailed_at }) => ({
                key: `mail-${String(id)}`,
                id,
                name: email,
                role,
                state,
                at: mailed_at ?? created_at,
                isMailed: true,
              })),
            ];
            return rows.length > 0 && <Rows projectId={projectId} rows={rows} />;
          }}
        </QueryView>
      )}
    </QueryView>
  );
}

function Rows({ projectId, rows }: { projectId: number; rows: InvitedRow[] }) {
  const { t } = useTranslation("people");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["projects", projectId] });
  const again = useMutation({
    mutationFn: (row: InvitedRow) => sendInvitation(projectId, row.id),
    onSuccess: async (_, row) => {
      notifyDone(t("add.again_done", { name: row.name }));
      await refresh();
    },
  });
  const withdraw = async (row: InvitedRow) => {
    await (row.isMailed ? revokeInvitation(projectId, row.id) : withdrawNamedInvitation(projectId, row.id));
    notifyDone(t("add.withdrawn", { name: row.name }));
    await refresh();
  };
  const columns: Column<InvitedRow>[] = [
    {
      key: "name",
      header: t("add.who"),
      label: "",
      render: ({ name }) => (
        <Text fw={550} fz="inherit" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
      ),
    },
    { key: "role", header: t("members.role"), render: ({ role }) => common(`role.${role}`) },
    {
      key: "state",
      header: t("add.answer"),
      render: ({ state }) => <Badge color={COLORS[state]}>{t(`add.state.${state}`)}</Badge>,
    },
    { key: "asked", header: t("add.asked"), render: ({ at }) => <Time at={at} /> },
    {
      key: "actions",
      header: "",
      label: "",
      end: true,
      render: (row) =>
        row.state === "accepted" ? null : (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {row.isMailed && row.state !== "sending" && (
              <Button
                size="xs"
                variant="default"
                aria-label={t("add.again_of", { name: row.name })}
                disabled={again.isPending}
                onClick={() => again.mutate(row)}
              >
                {t("add.again")}
              </Button>
            )}
            <ConfirmButton
              size="xs"
              variant="subtle"
              color="red"
              aria-label={t("add.withdraw_of", { name: row.name })}
              title={t("add.withdraw_title", { name: row.name })}
              text={t("add.withdraw_text")}
              confirmLabel={t("add.withdraw")}
              onConfirm={() => withdraw(row)}
            >
              {t("add.withdraw")}
            </ConfirmButton>
          </Group>
        ),
    },
  ];
  return (
    <Stack gap="sm">
      {again.error && <ErrorNotice error={again.error} />}
      <DataTable name={t("add.table")} columns={columns} rows={rows} rowKey={({ key }) => key} />
    </Stack>
  );
}
