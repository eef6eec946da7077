import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Connection, ModelVersion } from "@/api/models";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable } from "@/components/data-table";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { rollBack, versionsQuery } from "@/lib/queries/models";
import { promote } from "./api/models";
import { CompareButton } from "./compare-button";
import { RegisterDialog } from "./register-dialog";
import { useVersionColumns } from "./version-columns";
import { VersionDialog } from "./version-dialog";

interface VersionsProps {
  projectId: number;
  connection: Connection;
  mayAct: boolean;
}

/** M0 … Mn: where each came from, how good it is, and which one serves. */
export function VersionsSection({ projectId, connection, mayAct }: VersionsProps) {
  const { t } = useTranslation("models");
  const query = useQuery(versionsQuery(projectId, connection.id));
  return (
    <Section
      title={t("versions.title")}
      term="model_version"
      description={t("versions.text")}
      actions={mayAct && <VersionActions projectId={projectId} connection={connection} versions={query.data ?? []} />}
    >
      <QueryView query={query}>
        {(versions) =>
          versions.length === 0 ? (
            <Text c="dimmed">{t("versions.none")}</Text>
          ) : (
            <VersionTable projectId={projectId} connection={connection} versions={versions} mayAct={mayAct} />
          )
        }
      </QueryView>
    </Section>
  );
}

function VersionActions({
  projectId,
  connection,
  versions,
}: Omit<VersionsProps, "mayAct"> & { versions: ModelVersion[] }) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const [registering, setRegistering] = useState(false);
  const { serving, name } = connection;
  // Only a version that has served can serve again.
  const canRollBack = versions.some((version) => version.state === "retired" && version.promoted_at !== null);
  return (
    <>
      {canRollBack && serving && (
        <ConfirmButton
          title={t("rollback.title", { name })}
          text={<Follows first={t("rollback.text", { serving: serving.label })} connection={connection} />}
          confirmLabel={t("rollback.confirm")}
          danger={false}
          onConfirm={async () => {
            const { label } = await rollBack(projectId, connection.id, serving.id);
            notifyDone(t("rollback.done", { label }));
            await client.invalidateQueries({ queryKey: ["projects", projectId] });
          }}
        >
          {t("rollback.open")}
        </ConfirmButton>
      )}
      {canRegister(connection) && (
        <>
          <Button variant="default" onClick={() => setRegistering(true)}>
            {t("register.open")}
          </Button>
          <RegisterDialog
            projectId={projectId}
            connection={connection}
            opened={registering}
            onClose={() => setRegistering(false)}
          />
        </>
      )}
    </>
  );
}

/** A back end that is told the name of its model can be told another one. */
function canRegister({ settings, shared }: Connection): boolean {
  return "model" in settings && !shared;
}

/** What else happens: seeds that nobody has looked at yet change, all others stay. */
function Follows({ first, connection }: { first: string; connection: Connection }) {
  const { t } = useTranslation("models");
  return (
    <Stack gap="xs">
      <Text size="sm">{first}</Text>
      <Text size="sm">{t(connection.assigned_roles.length > 0 ? "promote.refresh" : "promote.no_refresh")}</Text>
    </Stack>
  );
}

function VersionTable({ projectId, connection, versions, mayAct }: VersionsProps & { versions: ModelVersion[] }) {
  const { t } = useTranslation("models");
  const [shown, setShown] = useState<ModelVersion | null>(null);
  const columns = useVersionColumns(versions);
  const canMeasure = connection.roles.some((role) => role === "detector" || role === "captioner");
  columns.push({
    key: "act",
    header: "",
    label: "",
    end: true,
    render: (version) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="xs"
          variant="default"
          aria-label={t("versions.details_name", { label: version.label })}
          onClick={() => setShown(version)}
        >
          {t("versions.details")}
        </Button>
        {mayAct && version.state !== "serving" && canMeasure && (
          <CompareButton projectId={projectId} connection={connection} version={version} />
        )}
        {mayAct && version.state !== "serving" && (
          <PromoteButton projectId={projectId} connection={connection} version={version} />
        )}
      </Group>
    ),
  });
  return (
    <>
      <DataTable name={t("versions.title")} columns={columns} rows={versions} rowKey={({ id }) => id} />
      {shown && (
        <VersionDialog projectId={projectId} connection={connection} version={shown} onClose={() => setShown(null)} />
      )}
    </>
  );
}

function PromoteButton({ projectId, connection, version }: Omit<VersionsProps, "mayAct"> & { version: ModelVersion }) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const { label } = version;
  const first = connection.serving
    ? t("promote.replaces", { label, serving: connection.serving.label })
    : t("promote.first", { label });
  return (
    <ConfirmButton
      size="xs"
      aria-label={t("promote.open_name", { label })}
      title={t("promote.title", { label })}
      text={<Follows first={first} connection={connection} />}
      confirmLabel={t("promote.confirm")}
      danger={false}
      onConfirm={async () => {
        await promote(projectId, version.id);
        notifyDone(t("promote.done", { label }));
        await client.invalidateQueries({ queryKey: ["projects", projectId] });
      }}
    >
      {t("promote.open")}
    </ConfirmButton>
  );
}
