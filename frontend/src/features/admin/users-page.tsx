import { Button, Modal, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListedUser } from "@/api/types";
import { AdminFrame } from "@/components/admin-frame";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { usersQuery, type UserFilters } from "./api/users";
import { EditUserForm } from "./edit-user-form";
import { FactorRule } from "./factor-rule";
import { NewUserForm } from "./new-user-form";
import { AddressOfUser, FactorOfUser, nameOf, RightsBadges, StateOfUser } from "./user-badges";
import { UserFilterBar } from "./user-filters";

export default function UsersPage() {
  const { t } = useTranslation("admin");
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <AdminFrame
      page="users"
      actions={
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={open}>
          {t("new.open")}
        </Button>
      }
    >
      <Stack>
        <UserList />
        <FactorRule />
      </Stack>
      <Modal opened={opened} onClose={close} title={<Text fw={600}>{t("new.title")}</Text>}>
        <NewUserForm onDone={close} />
      </Modal>
    </AdminFrame>
  );
}

function UserList() {
  const { t } = useTranslation("admin");
  const filters = useSearch({ from: "/shell/admin/users" });
  const navigate = useNavigate();
  const [edited, setEdited] = useState<ListedUser | null>(null);
  const query = useQuery({ ...usersQuery(filters), placeholderData: keepPreviousData });
  const show = (changes: UserFilters) =>
    void navigate({ to: "/admin/users", search: { ...filters, cursor: undefined, ...changes }, replace: true });
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <UserFilterBar filters={filters} onChange={show} />
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState title={t("none_found")}>{t("none_found_text")}</EmptyState>
          ) : (
            <>
              <UserTable users={page.results} onEdit={setEdited} />
              <Pager page={page} onCursor={(cursor) => show({ cursor })} />
            </>
          )
        }
      </QueryView>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={<Text fw={600}>{edited && t("edit.title", { name: nameOf(edited) })}</Text>}
      >
        {edited && <EditUserForm user={edited} onDone={() => setEdited(null)} />}
      </Modal>
    </Paper>
  );
}

function UserTable({ users, onEdit }: { users: ListedUser[]; onEdit: (user: ListedUser) => void }) {
  const { t } = useTranslation("admin");
  const columns: Column<ListedUser>[] = [
    {
      key: "name",
      header: t("name"),
      label: "",
      render: (user) => (
        <TextLink to="/admin/users/$userId" params={{ userId: String(user.id) }} fw={550} fz="inherit">
          {nameOf(user)}
        </TextLink>
      ),
    },
    { key: "username", header: t("username"), render: (user) => user.username },
    {
      key: "email",
      header: t("email"),
      render: (user) => (user.email || user.unconfirmed_email ? <AddressOfUser user={user} /> : "–"),
    },
    {
      key: "role",
      header: t("role"),
      render: (user) => (user.is_admin || user.may_create_projects ? <RightsBadges user={user} /> : "–"),
    },
    { key: "state", header: t("state"), render: (user) => <StateOfUser user={user} /> },
    { key: "factor", header: t("factor.title"), render: (user) => <FactorOfUser user={user} /> },
    { key: "last", header: t("last_sign_in"), render: (user) => <Time at={user.last_sign_in_at} /> },
    { key: "projects", header: t("projects"), end: true, render: (user) => formatNumber(user.projects) },
    {
      key: "actions",
      header: "",
      label: "",
      end: true,
      render: (user) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t("change_name", { name: nameOf(user) })}
          onClick={() => onEdit(user)}
        >
          {t("change")}
        </Button>
      ),
    },
  ];
  return <DataTable name={t("table")} columns={columns} rows={users} rowKey={(user) => user.id} />;
}
