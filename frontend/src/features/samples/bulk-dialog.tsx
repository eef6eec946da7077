import { Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { formatNumber } from "@/lib/format";
import type { SampleVerb } from "./api/sample-acts";

export interface Said {
  reason?: string;
  title?: string;
  split?: Split;
}

type Split = "" | "train" | "val" | "test";
const splits = ["train", "val", "test", ""] as const;

/** The server keeps no more of the reason with a sample. */
const LONGEST = {
  withdraw: 60,
  restore: 0,
  requeue: 1000,
  flag: 1000,
  batch: 0,
  split: 0,
  leave_out: 1000,
  take_in: 0,
} as const;

interface BulkDialogProps {
  verb: SampleVerb;
  count: number;
  isAll: boolean;
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onAct: (said: Said) => void;
}

/** What is about to happen to how many samples, and why. */
export function BulkDialog({ verb, count, isAll, busy, error, onClose, onAct }: BulkDialogProps) {
  const { t } = useTranslation("samples");
  const { t: common } = useTranslation("common");
  const [typed, setTyped] = useState("");
  const [split, setSplit] = useState<Split>("train");
  const longest = LONGEST[verb];
  const words = typed.trim();
  const numbers = { count, number: formatNumber(count) };
  return (
    <Dialog opened onClose={onClose} title={t(`bulk.title.${verb}`, numbers)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (busy || (longest > 0 && !words)) return;
          if (longest > 0) onAct({ reason: words });
          else onAct(verb === "batch" ? { title: words } : verb === "split" ? { split } : {});
        }}
      >
        <Stack>
          <Text size="sm">{t(`bulk.text.${verb}`)}</Text>
          {isAll && <Text size="sm">{t("bulk.all_pages", numbers)}</Text>}
          {longest > 0 && (
            <Textarea
              label={t("detail.withdraw_reason")}
              description={t("bulk.reason_hint")}
              data-autofocus
              maxLength={longest}
              autosize
              minRows={2}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {verb === "split" && (
            <SegmentedControl
              aria-label={t("filter.split")}
              value={split}
              data={splits.map((value) => ({ value, label: value || t("bulk.no_split") }))}
              onChange={setSplit}
            />
          )}
          {verb === "batch" && (
            <TextInput
              label={t("bulk.batch_title")}
              data-autofocus
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {error !== null && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common("action.cancel")}
            </Button>
            <Button
              type="submit"
              color={verb === "withdraw" ? "red" : undefined}
              disabled={longest > 0 && !words}
              loading={busy}
            >
              {t(`bulk.submit.${verb}`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
