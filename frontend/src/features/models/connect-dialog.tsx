import { useMediaQuery } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { BackendInfo, Connection } from "@/api/models";
import { Dialog } from "@/components/dialog";
import { notifyDone } from "@/lib/notify";
import { fieldsOf } from "@/lib/json-schema";
import { backendsQuery, connectionsQuery, modelsKey } from "@/lib/queries/models";
import { connect, healthCheck } from "./api/models";
import { BackendSteps } from "./backend-steps";
import { Offers } from "./offers";

interface ConnectDialogProps {
  projectId: number;
  opened: boolean;
  onClose: () => void;
}

export function ConnectDialog({ projectId, opened, onClose }: ConnectDialogProps) {
  const { t } = useTranslation("models");
  const isNarrow = useMediaQuery("(max-width: 48em)") ?? false;
  return (
    // A click beside it must not throw away a long prompt.
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t("connect.title")}
      size="xl"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
    >
      <ConnectSteps projectId={projectId} onClose={onClose} />
    </Dialog>
  );
}

/** One the installation offers, or first the kind, then what it wants to be told. */
function ConnectSteps({ projectId, onClose }: Omit<ConnectDialogProps, "opened">) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const navigate = useNavigate();
  const backends = useQuery(backendsQuery(projectId));
  const connections = useQuery(connectionsQuery(projectId)).data ?? [];
  const done = async (connection: Connection) => {
    notifyDone(t("connect.done", { name: connection.name }));
    onClose();
    await client.invalidateQueries({ queryKey: modelsKey(projectId) });
    // Whether it answers is the first thing one wants to know; the next page shows it.
    void client.prefetchQuery(healthCheck(projectId, connection.id));
    await navigate({
      to: "/projects/$projectId/models/$connectionId",
      params: { projectId: String(projectId), connectionId: String(connection.id) },
    });
  };
  return (
    <BackendSteps
      backends={backends}
      names={connections.map(({ name }) => name)}
      canChoose={(backend) => canDiffer(backend, connections)}
      onSave={(all) => connect(projectId, all)}
      onDone={(connection) => void done(connection)}
      before={<Offers projectId={projectId} onTaken={(connection) => void done(connection)} />}
    />
  );
}

/** A second connection to a back end without settings would be the same as the first. */
function canDiffer({ name, settings_schema: schema, secrets }: BackendInfo, connections: Connection[]): boolean {
  if (fieldsOf(schema).length > 0 || secrets.length > 0) return true;
  return !connections.some(({ backend, archived_at: archived }) => backend === name && !archived);
}
