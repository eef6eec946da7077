import { Alert } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Connection } from "@/api/models";
import { Dialog } from "@/components/dialog";
import { QueryView } from "@/components/query-view";
import { notifyDone } from "@/lib/notify";
import { backendsQuery } from "@/lib/queries/models";
import { changeConnection } from "./api/models";
import { ConnectionForm } from "./connection-form";

interface EditDialogProps {
  projectId: number;
  connection: Connection;
  opened: boolean;
  onClose: () => void;
}

export function EditDialog({ opened, onClose, connection, projectId }: EditDialogProps) {
  const { t } = useTranslation("models");
  const isNarrow = useMediaQuery("(max-width: 48em)") ?? false;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t("edit.title", { name: connection.name })}
      size="xl"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
    >
      <EditForm projectId={projectId} connection={connection} onClose={onClose} />
    </Dialog>
  );
}

function EditForm({ projectId, connection, onClose }: Omit<EditDialogProps, "opened">) {
  const { t } = useTranslation("models");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const backends = useQuery(backendsQuery(projectId));
  const done = async (changed: Connection) => {
    const { name, serving } = changed;
    const isNew = serving !== null && serving.id !== connection.serving?.id;
    notifyDone(isNew ? t("edit.done_version", { name, version: serving.label }) : t("edit.done", { name }));
    onClose();
    // A new version may refresh seeds, so that every figure of the project may change.
    await client.invalidateQueries({ queryKey: ["projects", projectId] });
  };
  return (
    <QueryView query={backends}>
      {(all) => {
        const backend = all.find(({ name }) => name === connection.backend);
        if (!backend) return null;
        return (
          <ConnectionForm
            onSave={(_, changes) => changeConnection(projectId, connection.id, changes)}
            backend={backend}
            connection={connection}
            note={
              <Alert color="gray">
                {t("edit.version_note")} {connection.assigned_roles.length > 0 && t("promote.refresh")}
              </Alert>
            }
            onDone={(changed) => void done(changed)}
            onCancel={onClose}
            cancelLabel={common("action.cancel")}
          />
        );
      }}
    </QueryView>
  );
}
