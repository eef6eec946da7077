import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { flagTitle } from "@/lib/server-messages";
import type { Flag, Rejections } from "@/api/quality";
import { Dialog } from "./dialog";
import { ErrorNotice } from "./error-notice";
import { LaterWork } from "./later-work";

interface RejectDialogProps {
  opened: boolean;
  onClose: () => void;
  projectId: number;
  /** The answers that this is about, and how many those are. */
  rejections: Rejections;
  count: number;
  flags: Flag[];
  busy: boolean;
  error: unknown;
  onReject: (reason: string, requeue: boolean) => void;
}

/** Rejecting needs a reason, and decides what becomes of what others made of the answers. */
export function RejectDialog({ opened, onClose, ...rest }: RejectDialogProps) {
  const { t } = useTranslation("review");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("reject.title", { count: rest.count })}>
      <RejectForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function RejectForm({
  projectId,
  rejections,
  count,
  flags,
  busy,
  error,
  onClose,
  onReject,
}: Omit<RejectDialogProps, "opened">) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation("common");
  const [reason, setReason] = useState("");
  const [requeue, setRequeue] = useState(true);
  const titles = [...new Set(flags.map(flagTitle))];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() && !busy) onReject(reason.trim(), requeue);
      }}
    >
      <Stack>
        <Textarea
          label={t("reject.reason")}
          description={
            <>
              {t("reject.reason_hint")} <span className="for-keys">{t("reject.reason_keys")}</span>
            </>
          }
          data-autofocus
          maxLength={1000}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
        {titles.length > 0 && (
          <Group gap="xs" role="group" aria-label={t("reject.from_flags")}>
            {titles.map((title) => (
              <Button
                key={title}
                size="compact-sm"
                variant="default"
                onClick={() => setReason((old) => (old.trim() ? `${old.trim()} ${title}.` : `${title}.`))}
              >
                {title}
              </Button>
            ))}
          </Group>
        )}
        <LaterWork projectId={projectId} rejections={rejections} again={requeue} onChange={setRequeue} />
        {error !== null && <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common("action.cancel")}
          </Button>
          <Button type="submit" color="red" disabled={!reason.trim()} loading={busy}>
            {t("reject.submit", { count })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
