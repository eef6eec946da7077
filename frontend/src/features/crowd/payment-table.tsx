import { Badge, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Payment, PaymentState } from "@/api/crowd";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { TrackedJob } from "@/components/tracked-job";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { personName } from "@/lib/people";
import { messageOf } from "@/lib/server-messages";
import { approvePayments, crowdKey, sendPayments } from "./api/crowd";
import { money, totalOf } from "./money";

const known = ["computed", "approved", "sent", "failed"] as const satisfies readonly PaymentState[];
const stateColors = { computed: "gray", approved: "blue", sent: "accent", failed: "red" } as const;

function StateOf({ payment }: { payment: Payment }) {
  const { t } = useTranslation("crowd");
  const state = known.find((one) => one === payment.state);
  return (
    <Group gap={4}>
      {state ? (
        <Badge color={stateColors[state]}>{t(`payments.state_${state}`)}</Badge>
      ) : (
        <Badge color="gray">{payment.state}</Badge>
      )}
      {payment.is_uncertain && <Badge color="yellow">{t("payments.uncertain")}</Badge>}
    </Group>
  );
}

/** Money goes out in two steps, each with its own list: what is approved, and what is then sent. */
export function PaymentTable({ projectId, rows }: { projectId: number; rows: Payment[] }) {
  const { t } = useTranslation("crowd");
  const client = useQueryClient();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const chosen = rows.filter(({ id }) => ticked.has(id));
  const toApprove = chosen.filter(({ state }) => state === "computed");
  const toSend = chosen.filter(({ state }) => state === "approved" || state === "failed");
  const send = useMutation({
    mutationFn: () =>
      sendPayments(
        projectId,
        toSend.map(({ id }) => id),
      ),
  });
  const after = async (message: string) => {
    setTicked(new Set());
    notifyDone(message);
    await client.invalidateQueries({ queryKey: crowdKey(projectId) });
  };
  const columns = useColumns(rows, ticked, setTicked);
  return (
    <Stack>
      <Group gap="xs" justify="space-between">
        <Text size="sm" role="status">
          {chosen.length > 0
            ? t("payments.ticked", { count: chosen.length, total: totalOf(chosen) })
            : t("payments.tick_hint")}
        </Text>
        <Group gap="xs">
          <ConfirmButton
            disabled={toApprove.length === 0}
            title={t("payments.approve_title", { count: toApprove.length })}
            text={t("payments.approve_text", { total: totalOf(toApprove) })}
            confirmLabel={t("payments.approve")}
            danger={false}
            onConfirm={async () => {
              await approvePayments(
                projectId,
                toApprove.map(({ id }) => id),
              );
              await after(t("payments.approved"));
            }}
          >
            {t("payments.approve_count", { count: toApprove.length })}
          </ConfirmButton>
          <ConfirmButton
            disabled={toSend.length === 0}
            title={t("payments.send_title", { count: toSend.length })}
            text={t("payments.send_text", { total: totalOf(toSend) })}
            confirmLabel={t("payments.send")}
            onConfirm={async () => {
              await send.mutateAsync();
              await after(t("payments.sending"));
            }}
          >
            {t("payments.send_count", { count: toSend.length })}
          </ConfirmButton>
        </Group>
      </Group>
      {send.data && <TrackedJob key={send.data.id} projectId={projectId} job={send.data} />}
      <DataTable name={t("payments.title")} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Stack>
  );
}

function useColumns(
  rows: Payment[],
  ticked: ReadonlySet<number>,
  setTicked: (ids: ReadonlySet<number>) => void,
): Column<Payment>[] {
  const { t } = useTranslation("crowd");
  const open = rows.filter(({ state }) => state !== "sent").map(({ id }) => id);
  const count = open.filter((id) => ticked.has(id)).length;
  return [
    {
      key: "tick",
      header: (
        <Checkbox
          size="sm"
          aria-label={t("payments.tick_all")}
          disabled={open.length === 0}
          checked={count > 0 && count === open.length}
          indeterminate={count > 0 && count < open.length}
          onChange={(event) => setTicked(new Set(event.currentTarget.checked ? open : []))}
        />
      ),
      label: t("payments.tick"),
      render: (payment) => (
        <Checkbox
          size="sm"
          aria-label={t("payments.tick_one", { name: personName(payment.annotator), hit: payment.hit ?? "" })}
          disabled={payment.state === "sent"}
          checked={ticked.has(payment.id)}
          onChange={(event) => {
            const next = new Set(ticked);
            if (event.currentTarget.checked) next.add(payment.id);
            else next.delete(payment.id);
            setTicked(next);
          }}
        />
      ),
    },
    { key: "who", header: t("payments.who"), render: ({ annotator }) => personName(annotator) },
    { key: "channel", header: t("payments.channel"), render: ({ channel }) => channel.name },
    { key: "hit", header: t("payments.hit"), end: true, render: ({ hit }) => formatNumber(hit) },
    { key: "base", header: t("payments.base"), end: true, render: (payment) => money(payment.base, payment.currency) },
    {
      key: "bonus",
      header: t("payments.bonus"),
      end: true,
      render: (payment) => money(payment.bonus, payment.currency),
    },
    {
      key: "state",
      header: t("payments.state"),
      render: (payment) => (
        <div>
          <StateOf payment={payment} />
          {payment.reason && (
            <Text size="xs" c="dimmed">
              {messageOf(payment.reason)}
            </Text>
          )}
        </div>
      ),
    },
  ];
}
