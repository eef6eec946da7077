import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ActVerb, AnswerFilters, Flag, NewAct } from "@/api/quality";
import { actOnMany, actQuery } from "@/lib/queries/quality";
import classes from "./act-bar.module.css";
import { ActReasonDialog } from "./act-reason-dialog";
import { ErrorNotice } from "./error-notice";
import { RejectDialog } from "./reject-dialog";

/** Answers by their numbers, or all that match some filters. */
export type Chosen = { annotations: number[] } | { matching: AnswerFilters };

interface ActBarProps {
  projectId: number;
  chosen: Chosen;
  count: number;
  flags?: Flag[];
  /** What was begun: its notice tells how it goes on, and takes it back. */
  onAct: (act: number) => void;
  /** What the answers are called where nobody has ticked them. */
  label?: string;
  children?: ReactNode;
  floats?: boolean;
}

/** What can be done with many answers in one act, with one reason. */
export function ActBar({ projectId, chosen, count, flags = [], onAct, label, children, floats = false }: ActBarProps) {
  const { t } = useTranslation("review");
  const client = useQueryClient();
  const [asking, setAsking] = useState<ActVerb | null>(null);
  const close = () => setAsking(null);
  const act = useMutation({
    mutationFn: (wanted: Pick<NewAct, "verb" | "reason" | "keep_later">) =>
      actOnMany(projectId, { ...wanted, ...chosen, ...("matching" in chosen ? { expected: count } : {}) }),
    onSuccess: async (done) => {
      close();
      client.setQueryData(actQuery(projectId, done.id).queryKey, done);
      onAct(done.id);
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  const ask = (verb: ActVerb) => () => {
    act.reset();
    setAsking(verb);
  };
  const busy = act.isPending;
  return (
    <Paper
      withBorder
      p="sm"
      className={floats ? classes.bar : undefined}
      role="region"
      aria-label={label ?? t("bulk.region")}
    >
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text size="sm" fw={550} role="status">
            {label ?? t("bulk.count", { count })}
          </Text>
          <Group gap="xs">
            {children}
            <Button variant="default" disabled={busy} onClick={ask("flag")}>
              {t("bulk.flag")}
            </Button>
            <Button variant="default" disabled={busy} onClick={ask("requeue")}>
              {t("bulk.requeue")}
            </Button>
            <Button color="red" variant="light" disabled={busy} onClick={ask("reject")}>
              {t("bulk.reject")}
            </Button>
            {/* What takes in everything at one press is not the easiest thing to press. */}
            <Button
              variant={"matching" in chosen ? "default" : "filled"}
              loading={busy}
              onClick={() => act.mutate({ verb: "approve", reason: "", keep_later: false })}
            >
              {t("bulk.approve")}
            </Button>
          </Group>
        </Group>
        {act.error && asking === null && <ErrorNotice error={act.error} />}
      </Stack>
      <RejectDialog
        opened={asking === "reject"}
        onClose={close}
        projectId={projectId}
        rejections={chosen}
        count={count}
        flags={flags}
        busy={busy}
        error={act.error}
        onReject={(reason, again) => act.mutate({ verb: "reject", reason, keep_later: !again })}
      />
      {(asking === "flag" || asking === "requeue") && (
        <ActReasonDialog
          verb={asking}
          projectId={projectId}
          rejections={chosen}
          count={count}
          busy={busy}
          error={act.error}
          onClose={close}
          onAct={(reason) => act.mutate({ verb: asking, reason, keep_later: false })}
        />
      )}
    </Paper>
  );
}
