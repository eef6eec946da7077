import { Box, Code, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Token, UserDetail, UserMembership } from "@/api/types";
import { AdminFrame } from "@/components/admin-frame";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { SessionTable } from "@/components/session-table";
import { Time } from "@/components/time";
import { formatDate } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { endSession, endSessions, endToken, membershipsQuery, resetFactors, userQuery } from "./api/users";
import { PersonData } from "./person-data";
import { AddressOfUser, FactorOfUser, nameOf, RightsBadges, StateOfUser } from "./user-badges";

/** One account: its projects, and what opens it. */
export default function UserPage({ userId }: { userId: number }) {
  const { t } = useTranslation("admin");
  return (
    <AdminFrame page="users">
      <Box mb="sm">
        <TextLink to="/admin/users">{t("user.back")}</TextLink>
      </Box>
      <UserParts userId={userId} />
    </AdminFrame>
  );
}

function UserParts({ userId }: { userId: number }) {
  const query = useQuery(userQuery(userId));
  return (
    <QueryView query={query}>
      {(user) => (
        <Stack>
          <AboutUser user={user} />
          <Memberships userId={userId} />
          <Sessions user={user} />
          <Tokens user={user} />
          <PersonData user={user} />
        </Stack>
      )}
    </QueryView>
  );
}

function AboutUser({ user }: { user: UserDetail }) {
  const { t } = useTranslation("admin");
  const after = useEnding(user.id);
  const facts = [
    { name: t("username"), value: user.username },
    {
      name: t("email"),
      value: user.email || user.unconfirmed_email ? <AddressOfUser user={user} /> : t("user.no_email"),
    },
    { name: t("state"), value: <StateOfUser user={user} /> },
    { name: t("role"), value: user.may_create_projects ? <RightsBadges user={user} /> : t("user.no_rights") },
    { name: t("factor.title"), value: <FactorOfUser user={user} /> },
    { name: t("user.joined"), value: <Time at={user.joined_at} /> },
    { name: t("last_sign_in"), value: <Time at={user.last_sign_in_at} /> },
  ];
  return (
    <Section
      title={nameOf(user)}
      actions={
        user.has_second_factor && (
          <ConfirmButton
            title={t("factor.reset_title", { name: nameOf(user) })}
            text={t("factor.reset_text")}
            confirmLabel={t("factor.reset")}
            onConfirm={() => after(resetFactors(user.id), t("factor.was_reset"))}
          >
            {t("factor.reset")}
          </ConfirmButton>
        )
      }
    >
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} spacing="sm" m={0}>
        {facts.map(({ name, value }) => (
          <Box key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Box component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
              {value}
            </Box>
          </Box>
        ))}
      </SimpleGrid>
    </Section>
  );
}

function Nothing({ children }: { children: string }) {
  return (
    <Text c="dimmed" size="sm">
      {children}
    </Text>
  );
}

function Memberships({ userId }: { userId: number }) {
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation("common");
  const query = useQuery(membershipsQuery(userId));
  const columns: Column<UserMembership>[] = [
    {
      key: "project",
      header: t("user.project"),
      label: "",
      render: ({ project }) => (
        <TextLink to="/projects/$projectId" params={{ projectId: String(project.id) }} fw={550} fz="inherit">
          {project.name}
        </TextLink>
      ),
    },
    { key: "role", header: t("user.role"), render: ({ role }) => common(`role.${role}`) },
    {
      key: "blocked",
      header: t("user.work"),
      render: ({ is_blocked }) => (is_blocked ? t("user.blocked_here") : t("user.may_work")),
    },
    { key: "since", header: t("user.member_since"), render: ({ joined_at }) => formatDate(joined_at) },
  ];
  return (
    <Section title={t("user.memberships")}>
      <QueryView query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Nothing>{t("user.no_memberships")}</Nothing>
          ) : (
            <DataTable name={t("user.memberships")} columns={columns} rows={rows} rowKey={({ id }) => id} />
          )
        }
      </QueryView>
    </Section>
  );
}

/** Does something to what opens an account, says so, and reads the account again. */
function useEnding(userId: number) {
  const client = useQueryClient();
  return async (end: Promise<void>, said: string) => {
    await end;
    notifyDone(said);
    await client.invalidateQueries({ queryKey: userQuery(userId).queryKey });
  };
}

function Sessions({ user }: { user: UserDetail }) {
  const { t } = useTranslation("admin");
  const after = useEnding(user.id);
  return (
    <Section
      title={t("user.sessions")}
      description={t("user.sessions_text")}
      actions={
        user.sessions.length > 0 && (
          <ConfirmButton
            title={t("user.end_all_title", { name: nameOf(user) })}
            text={t("user.end_all_text")}
            confirmLabel={t("user.end_all")}
            onConfirm={() => after(endSessions(user.id), t("user.all_ended", { name: nameOf(user) }))}
          >
            {t("user.end_all")}
          </ConfirmButton>
        )
      }
    >
      {user.sessions.length === 0 ? (
        <Nothing>{t("user.no_sessions")}</Nothing>
      ) : (
        <SessionTable
          sessions={user.sessions}
          onEnd={({ id }) => after(endSession(user.id, id), t("user.session_ended"))}
        />
      )}
    </Section>
  );
}

function Tokens({ user }: { user: UserDetail }) {
  const { t } = useTranslation("admin");
  const { t: account } = useTranslation("account");
  const after = useEnding(user.id);
  const columns: Column<Token>[] = [
    {
      key: "name",
      header: t("name"),
      label: "",
      render: ({ name }) => (
        <Text fw={550} fz="inherit">
          {name}
        </Text>
      ),
    },
    { key: "prefix", header: account("tokens.begins"), render: ({ prefix }) => <Code>{prefix}…</Code> },
    { key: "expires", header: account("tokens.expires"), render: ({ expires_at }) => formatDate(expires_at) },
    { key: "used", header: account("tokens.used"), render: ({ last_used_at }) => <Time at={last_used_at} /> },
    {
      key: "actions",
      header: "",
      label: "",
      end: true,
      render: (token) => (
        <ConfirmButton
          size="xs"
          variant="subtle"
          color="red"
          title={account("tokens.revoke_title", { name: token.name })}
          text={account("tokens.revoke_text")}
          confirmLabel={account("tokens.revoke")}
          onConfirm={() => after(endToken(user.id, token.id), account("tokens.revoked"))}
        >
          {account("tokens.revoke")}
        </ConfirmButton>
      ),
    },
  ];
  return (
    <Section title={account("tokens.title")}>
      {user.tokens.length === 0 ? (
        <Nothing>{t("user.no_tokens")}</Nothing>
      ) : (
        <DataTable name={account("tokens.title")} columns={columns} rows={user.tokens} rowKey={({ id }) => id} />
      )}
    </Section>
  );
}
