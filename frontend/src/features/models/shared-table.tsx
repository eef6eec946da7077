import { Badge, Button, Group, List, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { SharedConnection } from "@/api/models";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { TextLink } from "@/components/link-button";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { messageOf } from "@/lib/server-messages";
import { changeShared, checkShared, deleteShared, sharedKey } from "./api/shared";
import { RoleBadges } from "./role-badges";

interface SharedTableProps {
  connections: SharedConnection[];
  onEdit: (connection: SharedConnection) => void;
}

export function SharedTable({ connections, onEdit }: SharedTableProps) {
  const { t } = useTranslation("models");
  const columns: Column<SharedConnection>[] = [
    { key: "name", header: t("list.name"), label: "", render: (row) => <Name row={row} /> },
    {
      key: "roles",
      header: t("list.roles"),
      label: t("list.roles_short"),
      render: ({ roles }) => <RoleBadges roles={roles} />,
    },
    { key: "projects", header: t("shared.used_by"), render: ({ projects }) => <Projects projects={projects} /> },
    { key: "state", header: t("list.state"), render: (row) => <State row={row} /> },
    { key: "act", header: "", label: "", end: true, render: (row) => <Acts row={row} onEdit={onEdit} /> },
  ];
  return <DataTable name={t("shared.table")} columns={columns} rows={connections} rowKey={({ id }) => id} />;
}

function Name({ row: { name, title, settings } }: { row: SharedConnection }) {
  const where = [settings.base_url, settings.model].filter((value) => typeof value === "string");
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {[title, ...where].join(" · ")}
      </Text>
    </div>
  );
}

function Projects({ projects }: Pick<SharedConnection, "projects">) {
  const { t } = useTranslation("models");
  if (projects.length === 0) return <Text c="dimmed">{t("shared.unused")}</Text>;
  return (
    <List size="sm" listStyleType="none">
      {projects.map(({ id, name }) => (
        <List.Item key={id}>
          <TextLink to="/projects/$projectId/models" params={{ projectId: String(id) }} fz="inherit">
            {name}
          </TextLink>
        </List.Item>
      ))}
    </List>
  );
}

/** Whether it is open to projects, and on demand whether it answers. */
function State({ row }: { row: SharedConnection }) {
  const { t } = useTranslation("models");
  const check = useMutation({ mutationFn: () => checkShared(row.id) });
  const health = check.data;
  return (
    <div>
      <Group gap="xs">
        {row.disabled_at !== null && <Badge color="yellow">{t("list.disabled")}</Badge>}
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t("shared.check_name", { name: row.name })}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {t("shared.check")}
        </Button>
      </Group>
      <div role="status">
        {health && (
          <Text size="xs" mt={4} maw="40ch">
            {health.available
              ? t("health.took", { seconds: formatNumber(health.seconds, 1) })
              : health.reason && messageOf(health.reason)}
          </Text>
        )}
      </div>
      {check.error && <ErrorNotice error={check.error} />}
    </div>
  );
}

function Acts({ row, onEdit }: { row: SharedConnection } & Pick<SharedTableProps, "onEdit">) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const { id, name, projects } = row;
  const disabled = row.disabled_at !== null;
  const refresh = () => client.invalidateQueries({ queryKey: sharedKey });
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button size="xs" variant="default" aria-label={t("edit.title", { name })} onClick={() => onEdit(row)}>
        {t("edit.open")}
      </Button>
      <ConfirmButton
        size="xs"
        aria-label={t(disabled ? "shared.enable_title" : "shared.disable_title", { name })}
        title={t(disabled ? "shared.enable_title" : "shared.disable_title", { name })}
        text={t(disabled ? "shared.enable_text" : "shared.disable_text", { count: projects.length })}
        confirmLabel={t(disabled ? "shared.enable" : "shared.disable")}
        danger={!disabled}
        onConfirm={async () => {
          await changeShared(id, { disabled: !disabled });
          notifyDone(t(disabled ? "shared.enabled" : "shared.disabled", { name }));
          await refresh();
        }}
      >
        {t(disabled ? "shared.enable" : "shared.disable")}
      </ConfirmButton>
      <ConfirmButton
        size="xs"
        variant="subtle"
        color="red"
        aria-label={t("shared.delete_title", { name })}
        title={t("shared.delete_title", { name })}
        text={t("shared.delete_text")}
        confirmLabel={t("shared.delete")}
        onConfirm={async () => {
          await deleteShared(id);
          notifyDone(t("shared.deleted", { name }));
          await refresh();
        }}
      >
        {t("shared.delete")}
      </ConfirmButton>
    </Group>
  );
}
