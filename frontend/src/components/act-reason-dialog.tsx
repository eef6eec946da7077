import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Rejections } from "@/api/quality";
import { consequencesQuery } from "@/lib/queries/quality";
import { Dialog } from "./dialog";
import { ErrorNotice } from "./error-notice";
import { Again } from "./later-work";

interface ActReasonDialogProps {
  verb: "flag" | "requeue";
  projectId: number;
  rejections: Rejections;
  count: number;
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onAct: (reason: string) => void;
  /** Asked before the reason. */
  children?: ReactNode;
}

/** The reason of an act on many answers; having them done again says first what that would do. */
export function ActReasonDialog({ verb, count, busy, error, onClose, onAct, children, ...rest }: ActReasonDialogProps) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation("common");
  const [reason, setReason] = useState("");
  return (
    <Dialog opened onClose={onClose} title={t(`${verb}.title`, { count })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() && !busy) onAct(reason.trim());
        }}
      >
        <Stack>
          {children}
          <Textarea
            label={t("reject.reason")}
            description={t(`${verb}.reason_hint`)}
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
          {verb === "requeue" && <WhatFollows {...rest} />}
          {error !== null && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common("action.cancel")}
            </Button>
            <Button type="submit" disabled={!reason.trim()} loading={busy}>
              {t(`${verb}.submit`, { count })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function WhatFollows({ projectId, rejections }: { projectId: number; rejections: Rejections }) {
  const { t } = useTranslation("quality");
  const query = useQuery(consequencesQuery(projectId, rejections));
  if (query.error) return <ErrorNotice error={query.error} />;
  return (
    <Text size="sm" role="status">
      {query.data ? <Again counts={query.data} /> : t("later.counting")}
    </Text>
  );
}
