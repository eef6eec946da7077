import { Alert, Button, Group, List, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BulkResult, Flag, Judgement } from "@/api/quality";
import { ErrorNotice } from "@/components/error-notice";
import { RejectDialog } from "@/components/reject-dialog";
import { notifyDone } from "@/lib/notify";
import { messageOf } from "@/lib/server-messages";
import { judgeMany } from "./api/review";
import classes from "./review.module.css";

interface BulkBarProps {
  projectId: number;
  ids: number[];
  flags: Flag[];
  onClear: () => void;
}

/** What can be done with all ticked answers at once. */
export function BulkBar({ projectId, ids, flags, onClear }: BulkBarProps) {
  const { t } = useTranslation("review");
  const client = useQueryClient();
  const [rejecting, setRejecting] = useState(false);
  const act = useMutation({
    mutationFn: (judgement: Judgement) => judgeMany(projectId, ids, judgement),
    onSuccess: async (result, { verdict }) => {
      setRejecting(false);
      notifyDone(t(`bulk.${verdict}`, { count: result.done, requeued: result.requeued }));
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
      if (result.failed.length === 0) onClear();
    },
  });
  return (
    <Paper withBorder p="sm" className={classes.bulk} role="region" aria-label={t("bulk.region")}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text size="sm" fw={550} role="status">
            {t("bulk.count", { count: ids.length })}
          </Text>
          <Group gap="xs">
            <Button variant="subtle" onClick={onClear}>
              {t("bulk.clear")}
            </Button>
            <Button color="red" variant="light" disabled={act.isPending} onClick={() => setRejecting(true)}>
              {t("bulk.reject")}
            </Button>
            <Button
              loading={act.isPending}
              onClick={() => act.mutate({ verdict: "approved", reason: "", requeue: false })}
            >
              {t("bulk.approve")}
            </Button>
          </Group>
        </Group>
        {act.error && !rejecting && <ErrorNotice error={act.error} />}
        {act.data && act.data.failed.length > 0 && <Failed failed={act.data.failed} />}
      </Stack>
      <RejectDialog
        opened={rejecting}
        onClose={() => setRejecting(false)}
        projectId={projectId}
        answers={ids}
        flags={flags}
        busy={act.isPending}
        error={act.error}
        onReject={(reason, requeue) => act.mutate({ verdict: "rejected", reason, requeue })}
      />
    </Paper>
  );
}

function Failed({ failed }: { failed: BulkResult["failed"] }) {
  const { t } = useTranslation("review");
  return (
    <Alert color="yellow" role="alert" title={t("bulk.failed", { count: failed.length })}>
      <List size="sm">
        {failed.map((failure) => (
          <List.Item key={failure.annotation}>{messageOf(failure)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
