import { Badge, Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Delivery, DeliveryState, Webhook } from "@/api/webhooks";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { messageOf } from "@/lib/server-messages";
import { sendAgain, webhooksKey } from "./api/webhooks";
import { events } from "./events";

const colors = {
  pending: "blue",
  delivered: "accent",
  given_up: "red",
} as const satisfies Record<DeliveryState, string>;

interface DeliveryTableProps {
  projectId: number;
  webhook: Webhook;
  rows: Delivery[];
}

export function DeliveryTable({ projectId, webhook, rows }: DeliveryTableProps) {
  const { t } = useTranslation("webhooks");
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: (delivery: Delivery) => sendAgain(projectId, webhook.id, delivery.id),
    onSuccess: async () => {
      notifyDone(t("deliveries.again_done"));
      await client.invalidateQueries({ queryKey: webhooksKey(projectId) });
    },
  });
  const columns = useColumns(webhook, again);
  return (
    <Stack gap="sm">
      {again.error && <ErrorNotice error={again.error} />}
      <DataTable name={t("deliveries.title")} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Stack>
  );
}

interface Again {
  isPending: boolean;
  variables: Delivery | undefined;
  mutate: (delivery: Delivery) => void;
}

function useColumns(webhook: Webhook, again: Again): Column<Delivery>[] {
  const { t } = useTranslation("webhooks");
  return [
    { key: "event", header: t("deliveries.event"), label: "", render: ({ type }) => t(`events.${events[type]}`) },
    { key: "number", header: t("deliveries.number"), end: true, render: ({ number }) => formatNumber(number) },
    {
      key: "when",
      header: t("deliveries.when"),
      render: ({ created_at: at }) => (
        <Text fz="inherit" style={{ whiteSpace: "nowrap" }}>
          <Time at={at} />
        </Text>
      ),
    },
    { key: "attempts", header: t("deliveries.attempts"), end: true, render: ({ attempts }) => formatNumber(attempts) },
    {
      key: "state",
      header: t("deliveries.state"),
      render: ({ state }) => (
        <Badge color={colors[state]} miw="max-content">
          {t(`deliveries.${state}`)}
        </Badge>
      ),
    },
    { key: "answer", header: t("deliveries.answer"), render: (row) => <LastAnswer delivery={row} /> },
    { key: "next", header: t("deliveries.next"), render: (row) => <NextAttempt webhook={webhook} delivery={row} /> },
    {
      key: "again",
      header: "",
      label: "",
      render: (row) =>
        row.state !== "pending" && (
          <Button
            size="xs"
            variant="default"
            disabled={!webhook.is_enabled}
            loading={again.isPending && again.variables?.id === row.id}
            aria-label={t("deliveries.again_name", { number: formatNumber(row.number) })}
            onClick={() => again.mutate(row)}
          >
            {t("deliveries.again")}
          </Button>
        ),
    },
  ];
}

/** What came of the last attempt, in words. */
function LastAnswer({ delivery: { status, fault, attempts, state } }: { delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  if (fault) {
    return (
      <Text fz="sm" style={{ overflowWrap: "anywhere" }}>
        {messageOf(fault)}
      </Text>
    );
  }
  if (status === null) return <>{t(attempts > 0 && state === "pending" ? "answer.waiting" : "answer.none")}</>;
  return <>{t(`answer.${meaningOf(status)}`, { status })}</>;
}

function meaningOf(status: number) {
  if (status >= 200 && status < 300) return "received";
  if (status >= 300 && status < 400) return "elsewhere";
  if (status === 401 || status === 403) return "refused";
  if (status === 404) return "nothing_there";
  if (status === 410) return "gone";
  return status >= 500 ? "failed" : "other";
}

const isPast = (at: string, now: number = Date.now()) => new Date(at).getTime() <= now;

function NextAttempt({ webhook, delivery: { state, due_at: at } }: { webhook: Webhook; delivery: Delivery }) {
  const { t } = useTranslation("webhooks");
  const { t: common } = useTranslation("common");
  if (state !== "pending") return <>{common("none")}</>;
  if (!webhook.is_enabled) return <>{t("deliveries.when_on")}</>;
  return isPast(at) ? <>{t("deliveries.now")}</> : <Time at={at} />;
}
