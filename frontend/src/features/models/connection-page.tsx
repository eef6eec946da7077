import { Alert, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Connection } from "@/api/models";
import { ConfirmButton } from "@/components/confirm-button";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { VersionBadge } from "@/components/version-badge";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { connectionQuery, modelsKey } from "@/lib/queries/models";
import { useMayLead } from "@/lib/queries/projects";
import { archiveConnection } from "./api/models";
import { BesideSection } from "./beside-section";
import { ConnectionFacts } from "./connection-facts";
import { EditDialog } from "./edit-dialog";
import { HealthBadge, HealthCheck } from "./health";
import { AssignedRoleBadges, RoleBadges } from "./role-badges";
import { TrySection } from "./try-section";
import { VersionsSection } from "./versions-section";

export default function ConnectionPage({ projectId, connectionId }: { projectId: number; connectionId: number }) {
  const { t } = useTranslation("models");
  const query = useQuery(connectionQuery(projectId, connectionId));
  const mayAct = useMayLead(projectId);
  usePageTitle(query.data?.name ?? "", t("title"));
  return (
    <Stack>
      <TextLink to="/projects/$projectId/models" params={{ projectId: String(projectId) }} size="sm">
        <Group gap={4} component="span" display="inline-flex">
          <IconArrowLeft size={16} aria-hidden />
          {t("back")}
        </Group>
      </TextLink>
      <QueryView query={query}>
        {(connection) => {
          const usable = mayAct && connection.archived_at === null;
          return (
            <>
              <AboutSection projectId={projectId} connection={connection} mayAct={usable} />
              {usable && <TrySection projectId={projectId} connection={connection} />}
              {usable && <BesideSection projectId={projectId} connection={connection} />}
              <VersionsSection projectId={projectId} connection={connection} mayAct={usable} />
            </>
          );
        }}
      </QueryView>
    </Stack>
  );
}

interface AboutProps {
  projectId: number;
  connection: Connection;
  mayAct: boolean;
}

function AboutSection({ projectId, connection, mayAct }: AboutProps) {
  const { t } = useTranslation("models");
  return (
    <Section
      title={connection.name}
      description={connection.title}
      actions={mayAct && <Actions projectId={projectId} connection={connection} />}
    >
      <Stack>
        <Group gap="md">
          {connection.archived_at ? (
            <Badge color="gray">{t("list.archived")}</Badge>
          ) : (
            !mayAct && <HealthBadge projectId={projectId} connection={connection} />
          )}
          {connection.serving && (
            <Group gap={6}>
              <Text size="sm" c="dimmed">
                {t("list.serving")}
              </Text>
              <VersionBadge version={connection.serving} />
            </Group>
          )}
          <Group gap={6}>
            <Text size="sm" c="dimmed">
              {t("list.roles")}
            </Text>
            <RoleBadges roles={connection.roles} />
            {connection.learns && <Badge color="gray">{t("list.learns")}</Badge>}
          </Group>
          <Group gap={6}>
            <Text size="sm" c="dimmed">
              {t("list.assigned_roles")}
            </Text>
            <AssignedRoleBadges roles={connection.assigned_roles} />
          </Group>
        </Group>
        {connection.shared && (
          <Alert color={connection.disabled ? "yellow" : "gray"}>
            {t(connection.disabled ? "shared.disabled_here" : "shared.here")}
          </Alert>
        )}
        {mayAct && <HealthCheck projectId={projectId} connection={connection} />}
        <ConnectionFacts projectId={projectId} connection={connection} />
      </Stack>
    </Section>
  );
}

function Actions({ projectId, connection }: { projectId: number; connection: Connection }) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const { name, settings, has_secrets: secrets } = connection;
  // Of a built-in one the name is not anybody's to change, and of the installation's nothing is.
  const canChange = !connection.shared && (!connection.built_in || Object.keys({ ...settings, ...secrets }).length > 0);
  return (
    <>
      {canChange && (
        <Button variant="default" onClick={() => setEditing(true)}>
          {t("edit.open")}
        </Button>
      )}
      {!connection.built_in && (
        <ConfirmButton
          variant="subtle"
          color="red"
          title={t("archive.title", { name })}
          text={t("archive.text")}
          confirmLabel={t("archive.confirm")}
          onConfirm={async () => {
            await archiveConnection(projectId, connection.id);
            notifyDone(t("archive.done", { name }));
            await navigate({ to: "/projects/$projectId/models", params: { projectId: String(projectId) } });
            await client.invalidateQueries({ queryKey: modelsKey(projectId) });
          }}
        >
          {t("archive.open")}
        </ConfirmButton>
      )}
      <EditDialog projectId={projectId} connection={connection} opened={editing} onClose={() => setEditing(false)} />
    </>
  );
}
