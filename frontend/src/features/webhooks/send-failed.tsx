import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Webhook } from "@/api/webhooks";
import { DayInput } from "@/components/day-input";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { notifyDone } from "@/lib/notify";
import { deliveriesQuery, sendFailed, webhooksKey } from "./api/webhooks";

/** The moment at which a day begins where one is. */
export const beginOf = (day: string) => new Date(`${day}T00:00:00`).toISOString();

interface SendFailedProps {
  projectId: number;
  webhook: Webhook;
  /** One that was given up stands in the list beside it, which is read again by itself. */
  isSeen: boolean;
}

/** Send again whatever was given up, since a day if one says so; nothing while there is nothing. */
export function SendFailed({ projectId, webhook, isSeen }: SendFailedProps) {
  const { t } = useTranslation("webhooks");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [since, setSince] = useState<string>();
  const givenUp = useQuery(deliveriesQuery(projectId, webhook.id, { state: "given_up" })).data?.results;
  const send = useMutation({
    mutationFn: () => sendFailed(projectId, webhook.id, since ? beginOf(since) : null),
    onSuccess: async (count) => {
      setOpened(false);
      notifyDone(t("failed.done", { count }));
      await client.invalidateQueries({ queryKey: webhooksKey(projectId) });
    },
  });
  if (!opened && !isSeen && !givenUp?.length) return null;
  return (
    <>
      <Button variant="default" disabled={!webhook.is_enabled} onClick={() => setOpened(true)}>
        {t("failed.button")}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t("failed.title")}>
        <Stack>
          <Text size="sm">{t("failed.text")}</Text>
          <DayInput label={t("failed.since")} value={since} onChange={setSince} />
          {send.error && <ErrorNotice error={send.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setOpened(false)}>
              {common("action.cancel")}
            </Button>
            <Button loading={send.isPending} onClick={() => send.mutate()}>
              {t("failed.confirm")}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
