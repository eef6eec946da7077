import { Button, Paper } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconCpu, IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SharedConnection } from "@/api/models";
import { AdminFrame } from "@/components/admin-frame";
import { Dialog } from "@/components/dialog";
import { EmptyState } from "@/components/empty-state";
import { QueryView } from "@/components/query-view";
import { notifyDone } from "@/lib/notify";
import { changeShared, makeShared, sharedBackendsQuery, sharedKey, sharedQuery } from "./api/shared";
import { BackendSteps } from "./backend-steps";
import { ConnectionForm } from "./connection-form";
import { SharedTable } from "./shared-table";

type Shown = "new" | SharedConnection | null;

/** Connections of the installation: kept here once, used by projects whose leads take them. */
export default function SharedPage() {
  const { t } = useTranslation("models");
  const [shown, setShown] = useState<Shown>(null);
  return (
    <AdminFrame
      page="connections"
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setShown("new")}>
          {t("connect.open")}
        </Button>
      }
    >
      <SharedList onEdit={setShown} />
      <SharedDialog shown={shown} onClose={() => setShown(null)} />
    </AdminFrame>
  );
}

function SharedList({ onEdit }: { onEdit: (connection: SharedConnection) => void }) {
  const { t } = useTranslation("models");
  const query = useQuery(sharedQuery);
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <QueryView query={query}>
        {(connections) =>
          connections.length === 0 ? (
            <EmptyState icon={<IconCpu size={36} />} title={t("shared.none_title")}>
              {t("shared.none_text")}
            </EmptyState>
          ) : (
            <SharedTable connections={connections} onEdit={onEdit} />
          )
        }
      </QueryView>
    </Paper>
  );
}

function SharedDialog({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { t } = useTranslation("models");
  const isNarrow = useMediaQuery("(max-width: 48em)") ?? false;
  return (
    <Dialog
      opened={shown !== null}
      onClose={onClose}
      title={shown === null || shown === "new" ? t("connect.title") : t("edit.title", { name: shown.name })}
      size="xl"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
    >
      {shown !== null && <SharedForm shown={shown} onClose={onClose} />}
    </Dialog>
  );
}

function SharedForm({ shown, onClose }: { shown: "new" | SharedConnection; onClose: () => void }) {
  const { t } = useTranslation("models");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const backends = useQuery(sharedBackendsQuery);
  const names = (useQuery(sharedQuery).data ?? []).map(({ name }) => name);
  const saved = ({ name }: SharedConnection) => {
    notifyDone(t(shown === "new" ? "shared.made" : "edit.done", { name }));
    onClose();
    void client.invalidateQueries({ queryKey: sharedKey });
  };
  if (shown === "new") return <BackendSteps backends={backends} names={names} onSave={makeShared} onDone={saved} />;
  return (
    <QueryView query={backends}>
      {(all) => {
        const backend = all.find(({ name }) => name === shown.backend);
        if (!backend) return null;
        return (
          <ConnectionForm
            backend={backend}
            connection={shown}
            onSave={(_, changes) => changeShared(shown.id, changes)}
            note={t("shared.edit_note", { count: shown.projects.length })}
            onDone={saved}
            onCancel={onClose}
            cancelLabel={common("action.cancel")}
          />
        );
      }}
    </QueryView>
  );
}
