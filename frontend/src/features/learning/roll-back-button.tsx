import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Connection } from "@/api/models";
import { ConfirmButton } from "@/components/confirm-button";
import { notifyDone } from "@/lib/notify";
import { rollBack, versionsQuery } from "@/lib/queries/models";

/** Back to the version that served before; offered only where there is one. */
export function RollBackButton({ projectId, connection }: { projectId: number; connection: Connection }) {
  const { t } = useTranslation("learning");
  const client = useQueryClient();
  const versions = useQuery(versionsQuery(projectId, connection.id)).data ?? [];
  const { serving, name } = connection;
  if (!serving || !versions.some((version) => version.state === "retired" && version.promoted_at !== null)) return null;
  return (
    <ConfirmButton
      title={t("rollback.title", { name })}
      text={t("rollback.text", { serving: serving.label })}
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
  );
}
