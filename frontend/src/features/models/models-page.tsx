import { Button, Group, Stack, Text } from "@mantine/core";
import { IconCpu, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Connection } from "@/api/models";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { VersionBadge } from "@/components/version-badge";
import { usePageTitle } from "@/lib/page-title";
import { connectionsQuery } from "@/lib/queries/models";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { ConnectDialog } from "./connect-dialog";
import { CompareButton } from "./compare-button";
import { HealthBadge } from "./health";
import { ModelAssignmentSection } from "./model-assignment-section";
import { PastComparisons } from "./past-comparisons";
import { AssignedRoleBadges, RoleBadges } from "./role-badges";

export default function ModelsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("models");
  const query = useQuery(connectionsQuery(projectId));
  const mayAct = useMayLead(projectId);
  const [connecting, setConnecting] = useState(false);
  usePageTitle(t("title"), useProjectName(projectId));
  const connect = mayAct && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setConnecting(true)}>
      {t("connect.open")}
    </Button>
  );
  return (
    <Stack>
      <Section title={t("title")} term="connection" description={t("text")} actions={connect}>
        <QueryView query={query}>
          {(connections) =>
            connections.length === 0 ? (
              <EmptyState order={3} icon={<IconCpu size={36} />} title={t("none_title")}>
                {t("none_text")}
              </EmptyState>
            ) : (
              <ConnectionTable projectId={projectId} connections={connections} mayAct={mayAct} />
            )
          }
        </QueryView>
      </Section>
      <ModelAssignmentSection projectId={projectId} mayEdit={mayAct} />
      <PastComparisons projectId={projectId} />
      {mayAct && <ConnectDialog projectId={projectId} opened={connecting} onClose={() => setConnecting(false)} />}
    </Stack>
  );
}

interface TableProps {
  projectId: number;
  connections: Connection[];
  mayAct: boolean;
}

function ConnectionTable({ projectId, connections, mayAct }: TableProps) {
  const { t } = useTranslation("models");
  const columns: Column<Connection>[] = [
    { key: "name", header: t("list.name"), label: "", render: (row) => <NameCell projectId={projectId} row={row} /> },
    {
      key: "roles",
      header: t("list.roles"),
      label: t("list.roles_short"),
      render: ({ roles }) => <RoleBadges roles={roles} />,
    },
    {
      key: "assigned_roles",
      header: t("list.assigned_roles"),
      render: ({ assigned_roles: roles }) => <AssignedRoleBadges roles={roles} />,
    },
    {
      key: "serving",
      header: t("list.serving"),
      render: ({ serving, versions }) => (
        <Group gap="xs" wrap="nowrap">
          {serving && <VersionBadge version={serving} />}
          <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
            {t("list.versions", { count: versions })}
          </Text>
        </Group>
      ),
    },
    {
      key: "state",
      header: t("list.state"),
      render: (row) => <HealthBadge projectId={projectId} connection={row} />,
    },
  ];
  if (mayAct && connections.some(canCompare)) {
    columns.push({
      key: "compare",
      header: "",
      label: "",
      end: true,
      render: (row) => canCompare(row) && <CompareButton projectId={projectId} connection={row} />,
    });
  }
  return <DataTable name={t("title")} columns={columns} rows={connections} rowKey={({ id }) => id} />;
}

/** The active version with the newest beside it; a reader of texts has no held-out figures. */
const canCompare = ({ versions, roles }: Connection) =>
  versions > 1 && roles.some((role) => role === "detector" || role === "captioner");

function NameCell({ projectId, row }: { projectId: number; row: Connection }) {
  const { t } = useTranslation("models");
  const marks = [
    row.title,
    row.built_in && t("list.built_in"),
    row.shared && t("list.shared"),
    row.disabled && t("list.disabled"),
    row.learns && t("list.learns"),
  ].filter(Boolean);
  return (
    <div>
      <TextLink
        to="/projects/$projectId/models/$connectionId"
        params={{ projectId: String(projectId), connectionId: String(row.id) }}
        fz="sm"
        fw={600}
      >
        {row.name}
      </TextLink>
      <Text size="xs" c="dimmed">
        {marks.join(" · ")}
      </Text>
    </div>
  );
}
