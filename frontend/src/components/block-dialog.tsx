import { Button, Checkbox, Group, Radio, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Scope } from "@/api/quality";
import type { Person } from "@/api/types";
import { notifyDone } from "@/lib/notify";
import { personName } from "@/lib/people";
import { blockPerson } from "@/lib/queries/quality";
import { useUser } from "@/lib/queries/session";
import { Dialog } from "./dialog";
import { ErrorNotice } from "./error-notice";
import { LaterWork } from "./later-work";

interface BlockDialogProps {
  projectId: number;
  person: Person;
  /** The batch their answer came from; without one only project and platform are offered. */
  batch?: { id: number; title: string } | null | undefined;
  opened: boolean;
  onClose: () => void;
}

/** Keeps somebody from further work: how widely, why, and what becomes of what they did. */
export function BlockDialog({ projectId, person, batch, opened, onClose }: BlockDialogProps) {
  const { t } = useTranslation("quality");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("block.title", { name: personName(person) })}>
      <BlockForm projectId={projectId} person={person} batch={batch} onClose={onClose} />
    </Dialog>
  );
}

function useScopes(batch: BlockDialogProps["batch"]): Scope[] {
  const user = useUser();
  const scopes: Scope[] = batch ? ["batch", "project"] : ["project"];
  return user.is_admin ? [...scopes, "platform"] : scopes;
}

function BlockForm({ projectId, person, batch, onClose }: Omit<BlockDialogProps, "opened">) {
  const { t } = useTranslation("quality");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const scopes = useScopes(batch);
  const [scope, setScope] = useState<Scope>("project");
  const [reason, setReason] = useState("");
  const [requeue, setRequeue] = useState(false);
  const [again, setAgain] = useState(true);
  const block = useMutation({
    mutationFn: () =>
      blockPerson(projectId, {
        user: person.id,
        scope,
        ...(scope === "batch" && batch ? { batch: batch.id } : {}),
        reason: reason.trim(),
        requeue,
        keep_later: requeue && !again,
      }),
    onSuccess: async (done) => {
      // Much finished work is given to others in the background; its count comes later.
      const outcome = requeue && done.requeued === 0 ? "block.done_later" : "block.done";
      notifyDone(t(outcome, { name: personName(person), returned: done.returned, requeued: done.requeued }));
      onClose();
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  return (
    <Stack>
      <Text size="sm">{t("block.text")}</Text>
      <Radio.Group
        label={t("block.scope")}
        value={scope}
        onChange={(value) => setScope(scopes.find((known) => known === value) ?? "project")}
      >
        <Stack gap="xs" mt="xs">
          {scopes.map((known) => (
            <Radio
              key={known}
              value={known}
              label={t(`block.scope_${known}`, { batch: batch?.title ?? "" })}
              description={t(`block.scope_${known}_hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t("block.reason")}
        description={t("block.reason_hint")}
        maxLength={1000}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Checkbox
        label={t("block.requeue")}
        description={t("block.requeue_hint")}
        checked={requeue}
        onChange={(event) => setRequeue(event.currentTarget.checked)}
      />
      {requeue && (
        <LaterWork
          projectId={projectId}
          rejections={{ user: person.id, ...(scope === "batch" && batch ? { batch: batch.id } : {}) }}
          again={again}
          onChange={setAgain}
        />
      )}
      {block.error && <ErrorNotice error={block.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common("action.cancel")}
        </Button>
        <Button color="red" disabled={!reason.trim()} loading={block.isPending} onClick={() => block.mutate()}>
          {t("block.submit")}
        </Button>
      </Group>
    </Stack>
  );
}
