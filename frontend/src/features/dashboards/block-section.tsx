import { Badge, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Block } from "@/api/quality";
import { DataTable, type Column } from "@/components/data-table";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { notifyDone } from "@/lib/notify";
import { personName } from "@/lib/people";
import { batchesQuery, blocksQuery, liftBlock } from "@/lib/queries/quality";

/** Who is kept from what, why, and everything that was lifted again. */
export function BlockSection({ projectId, mayAct }: { projectId: number; mayAct: boolean }) {
  const { t } = useTranslation("quality");
  const query = useQuery(blocksQuery(projectId));
  return (
    <Section title={t("blocks.title")} description={t("blocks.text")}>
      <QueryView query={query}>
        {(blocks) =>
          blocks.length === 0 ? (
            <Text c="dimmed">{t("blocks.none")}</Text>
          ) : (
            <BlockTable projectId={projectId} blocks={blocks} mayAct={mayAct} />
          )
        }
      </QueryView>
    </Section>
  );
}

function BlockTable({ projectId, blocks, mayAct }: { projectId: number; blocks: Block[]; mayAct: boolean }) {
  const { t } = useTranslation("quality");
  const batches = useQuery(batchesQuery(projectId)).data ?? [];
  const [lifting, setLifting] = useState<Block | null>(null);
  const scopeOf = (block: Block) => {
    const batch = batches.find(({ id }) => id === block.batch);
    return t(`blocks.scope_${block.scope}`, { batch: batch?.title ?? String(block.batch ?? "") });
  };
  const columns: Column<Block>[] = [
    {
      key: "who",
      header: t("blocks.who"),
      label: "",
      render: (block) => (
        <Text fw={550} fz="inherit">
          {personName(block.user)}
        </Text>
      ),
    },
    { key: "scope", header: t("blocks.scope"), render: scopeOf },
    { key: "reason", header: t("blocks.reason"), render: (block) => block.reason },
    {
      key: "since",
      header: t("blocks.since"),
      render: (block) => (
        <span>
          <Time at={block.created_at} />
          {block.created_by && `, ${personName(block.created_by)}`}
        </span>
      ),
    },
    {
      key: "work",
      header: t("blocks.work"),
      render: (block) => t("blocks.work_counts", { returned: block.returned, requeued: block.requeued }),
    },
    {
      key: "state",
      header: t("blocks.state"),
      render: (block) =>
        block.lifted_at ? (
          <Text fz="inherit" c="dimmed">
            {t("blocks.lifted", { name: block.lifted_by ? personName(block.lifted_by) : "" })}{" "}
            <Time at={block.lifted_at} />
          </Text>
        ) : (
          <Group gap="xs" wrap="nowrap">
            <Badge color="red">{t("blocks.active")}</Badge>
            {mayAct && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t("blocks.lift_name", { name: personName(block.user) })}
                onClick={() => setLifting(block)}
              >
                {t("blocks.lift")}
              </Button>
            )}
          </Group>
        ),
    },
  ];
  return (
    <>
      <DataTable name={t("blocks.title")} columns={columns} rows={blocks} rowKey={({ id }) => id} />
      {lifting && <LiftDialog projectId={projectId} block={lifting} onClose={() => setLifting(null)} />}
    </>
  );
}

function LiftDialog({ projectId, block, onClose }: { projectId: number; block: Block; onClose: () => void }) {
  const { t } = useTranslation("quality");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const lift = useMutation({
    mutationFn: () => liftBlock(projectId, block.id, reason.trim()),
    onSuccess: async () => {
      notifyDone(t("blocks.lift_done", { name: personName(block.user) }));
      onClose();
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t("blocks.lift_title", { name: personName(block.user) })}>
      <Stack>
        <Text size="sm">{t("blocks.lift_text")}</Text>
        <Textarea
          label={t("block.reason")}
          data-autofocus
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {lift.error && <ErrorNotice error={lift.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common("action.cancel")}
          </Button>
          <Button disabled={!reason.trim()} loading={lift.isPending} onClick={() => lift.mutate()}>
            {t("blocks.lift")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
