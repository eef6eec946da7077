import { Alert, Button, CloseButton, Group, List, Loader, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Act } from "@/api/quality";
import { actQuery, isUnderWay, undoAct } from "@/lib/queries/quality";
import { messageOf } from "@/lib/server-messages";
import { ErrorNotice } from "./error-notice";

export function useTakeBack(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => undoAct(projectId, id),
    onSuccess: async (done) => {
      client.setQueryData(actQuery(projectId, done.id).queryKey, done);
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
}

/** Takes an act back; `run` does nothing while there is none, or it is under way. */
export function useUndo(projectId: number, act: number | null) {
  const { data } = useQuery({ ...actQuery(projectId, act ?? 0), enabled: act !== null });
  const undo = useTakeBack(projectId);
  const run = () => {
    if (data?.state === "done" && !undo.isPending) undo.mutate(data.id);
  };
  return { act: data, undo, run };
}

interface ActNoticeProps {
  projectId: number;
  undoing: ReturnType<typeof useUndo>;
  onClose: () => void;
}

/** What came of an act on many answers, what of it failed, and the button that takes it back. */
export function ActNotice({ projectId, undoing, onClose }: ActNoticeProps) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const { act, undo, run } = undoing;
  const state = act?.state;
  useEffect(() => {
    // What went on in the background has changed the lists.
    if (state === "done" || state === "undone") {
      void client.invalidateQueries({ queryKey: ["projects", projectId] });
    }
  }, [client, projectId, state]);
  if (!act) return null;
  return (
    <Alert color={act.problems.length > 0 ? "yellow" : "accent"} role="region" aria-label={t("acts.region")}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={550} role="status">
          {isUnderWay(act) && <Loader size={12} me={6} aria-hidden />}
          <Outcome act={act} />
        </Text>
        <Group gap="xs">
          {act.state === "done" && act.counts.done > 0 && (
            <Button variant="default" loading={undo.isPending} onClick={run} aria-keyshortcuts="U">
              {t("act.undo")}
            </Button>
          )}
          <CloseButton aria-label={common("action.close")} onClick={onClose} />
        </Group>
      </Group>
      {act.problems.length > 0 && (
        <List size="sm" mt="xs">
          {[...new Set(act.problems.map(messageOf))].map((said) => (
            <List.Item key={said}>
              {t("acts.problem", { said, count: act.problems.filter((each) => messageOf(each) === said).length })}
            </List.Item>
          ))}
        </List>
      )}
      {undo.error && <ErrorNotice error={undo.error} />}
    </Alert>
  );
}

/** What came of an act so far, in a sentence or two. */
export function Outcome({ act }: { act: Pick<Act, "counts" | "verb" | "state"> }) {
  const { t } = useTranslation("review");
  const { counts, verb, state } = act;
  if (isUnderWay(act)) {
    const left = state === "running" ? counts.pending : counts.done;
    return <>{t(`acts.${state as "running" | "undoing"}`, { left, total: counts.total })}</>;
  }
  const parts =
    state === "undone"
      ? [t("acts.undone", { count: counts.undone }), counts.kept > 0 && t("acts.kept", { count: counts.kept })]
      : [
          t(`acts.${verb}`, { count: counts.done, requeued: counts.requeued }),
          counts.unchanged > 0 && t("acts.unchanged", { count: counts.unchanged }),
          counts.failed > 0 && t("acts.failed", { count: counts.failed }),
        ];
  return <>{parts.filter(Boolean).join(" ")}</>;
}
