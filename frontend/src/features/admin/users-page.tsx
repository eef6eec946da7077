import { Badge, Button, Group, Modal, Paper, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { User } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { useUser } from "@/lib/queries/session";
import { usersQuery } from "./api/users";
import { EditUserForm } from "./edit-user-form";
import { NewUserForm } from "./new-user-form";

const nameOf = (user: User) => user.display_name || user.username;

export default function UsersPage() {
  const { t } = useTranslation("admin");
  const user = useUser();
  if (!user.is_admin) {
    return (
      <EmptyState order={1} title={t("forbidden_title")}>
        {t("forbidden_text")}
      </EmptyState>
    );
  }
  return <UserList />;
}

function UserList() {
  const { t } = useTranslation("admin");
  const { cursor } = useSearch({ from: "/shell/admin/users" });
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure(false);
  const [edited, setEdited] = useState<User | null>(null);
  const query = useQuery({ ...usersQuery(cursor), placeholderData: keepPreviousData });
  const columns: Column<User>[] = [
    {
      key: "name",
      header: t("name"),
      label: "",
      render: (user) => (
        <Text fw={550} fz="inherit">
          {nameOf(user)}
        </Text>
      ),
    },
    { key: "username", header: t("username"), render: (user) => user.username },
    { key: "email", header: t("email"), render: (user) => user.email },
    {
      key: "role",
      header: t("role"),
      render: (user) => (
        <Group gap={6}>
          {user.is_admin && <Badge>{t("admin")}</Badge>}
          {user.may_create_projects && !user.is_admin && <Badge color="gray">{t("lead")}</Badge>}
        </Group>
      ),
    },
    {
      key: "state",
      header: t("state"),
      render: (user) => (
        <Badge color={user.is_active ? "accent" : "red"}>{user.is_active ? t("active") : t("inactive")}</Badge>
      ),
    },
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
          onClick={() => setEdited(user)}
        >
          {t("change")}
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={open}>
            {t("new.open")}
          </Button>
        }
      />
      <Paper withBorder p={{ base: "sm", sm: "md" }}>
        <QueryView query={query}>
          {(page) => (
            <>
              <DataTable name={t("table")} columns={columns} rows={page.results} rowKey={(user) => user.id} />
              <Pager page={page} onCursor={(next) => void navigate({ to: "/admin/users", search: { cursor: next } })} />
            </>
          )}
        </QueryView>
      </Paper>
      <Modal opened={opened} onClose={close} title={<Text fw={600}>{t("new.title")}</Text>}>
        <NewUserForm onDone={close} />
      </Modal>
      <Modal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={<Text fw={600}>{edited && t("edit.title", { name: nameOf(edited) })}</Text>}
      >
        {edited && <EditUserForm user={edited} onDone={() => setEdited(null)} />}
      </Modal>
    </>
  );
}
