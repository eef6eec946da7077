import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ConfirmButton } from "@/components/confirm-button";
import { ErrorNotice } from "@/components/error-notice";
import { isProblem, isUnderWay, type QueueState, type UploadQueue, type UploadStatus } from "@/lib/uploads";
import { UploadTable } from "./upload-table";

interface ProjectUploadsProps {
  projectId: number;
  queue: UploadQueue;
  state: QueueState;
}

/** One person's files for one project: how far they are, what went wrong, and what can be done about it. */
export function ProjectUploads({ projectId, queue, state }: ProjectUploadsProps) {
  const { t } = useTranslation("uploads");
  const items = state.items.filter(({ project }) => project === projectId);
  const count = (...statuses: UploadStatus[]) => items.filter(({ status }) => statuses.includes(status)).length;
  const left = items.filter(isUnderWay).length;
  const held = items.filter((item) => item.keeping === "held" && isUnderWay(item)).length;
  const wentOnWith = state.wentOnWith[projectId];
  const finished = items.length - left;
  return (
    <Stack gap="sm">
      <Progress
        value={(100 * finished) / items.length}
        animated={left > 0 && !state.isPaused}
        aria-label={t("title")}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {left > 0
            ? t("progress", { done: finished, total: items.length, count: items.length })
            : t("finished", { accepted: count("added"), rejected: count("refused") })}
          {count("known") > 0 && ` ${t("known_count", { count: count("known") })}`}
          {wentOnWith && ` ${t("went_on", { file: wentOnWith })}`}
        </Text>
        <Group gap="xs">
          {count("failed") > 0 && (
            <Button size="xs" onClick={queue.retry}>
              {t("retry")}
            </Button>
          )}
          {left > 0 && (
            <>
              <Button size="xs" variant="default" onClick={() => queue.pause(!state.isPaused)}>
                {state.isPaused ? t("go_on") : t("pause")}
              </Button>
              <ConfirmButton
                size="xs"
                title={t("cancel_title")}
                text={t("cancel_text", { count: count("waiting") })}
                confirmLabel={t("cancel_confirm")}
                onConfirm={async () => Promise.resolve(queue.cancel(projectId))}
              >
                {t("cancel")}
              </ConfirmButton>
            </>
          )}
          {left === 0 && (
            <Button size="xs" variant="default" onClick={() => queue.clear(projectId)}>
              {t("clear")}
            </Button>
          )}
        </Group>
      </Group>
      {held > 0 && (
        <Alert color="yellow" title={t("full_title")}>
          {t("full", { count: held })}
        </Alert>
      )}
      {state.error !== null && left > 0 && <Trouble queue={queue} state={state} />}
      <UploadTable items={items} />
    </Stack>
  );
}

function Trouble({ queue, state }: Pick<ProjectUploadsProps, "queue" | "state">) {
  const { t } = useTranslation("uploads");
  return (
    <>
      <ErrorNotice error={state.error} />
      <Group gap="xs">
        <Text size="sm">{t("by_itself")}</Text>
        <Button size="xs" variant="default" onClick={queue.retry}>
          {t("try_now")}
        </Button>
      </Group>
    </>
  );
}

/** How the whole line is, in a few words. */
export function useUploadWords(state: QueueState): string {
  const { t } = useTranslation("uploads");
  const { items } = state;
  const left = items.filter(isUnderWay).length;
  const problems = items.filter(isProblem).length;
  if (left > 0 && state.isPaused) return t("paused", { count: left });
  if (left > 0 && state.error !== null) return t("trying");
  if (left > 0) return t("uploading", { done: items.length - left, count: items.length });
  if (problems > 0) return t("problems", { count: problems });
  return t("all_done", { count: items.length });
}
