import { Button, Group, Modal, Radio, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SkipReason } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

const SKIP_REASONS: readonly SkipReason[] = ["image_broken", "inappropriate", "cannot_describe", "language", "other"];

type SkipDialogProps = DialogProps & { onSkip: (reason: SkipReason, comment: string) => Promise<void> };

/** Skipping asks why: the answer tells a lead what is wrong with the image or the task. */
export function SkipDialog({ isOpen, onClose, onSkip }: SkipDialogProps) {
  const { t } = useTranslation("workbench");
  const [reason, setReason] = useState<SkipReason | null>(null);
  const [comment, setComment] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const needsComment = reason === "other" && comment.trim() === "";
  const confirm = async () => {
    if (!reason) return;
    setBusy(true);
    setError(null);
    await onSkip(reason, comment.trim()).catch(setError);
    setBusy(false);
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={t("skip.title")} closeButtonProps={{ "aria-label": t("close") }}>
      <Stack gap="md">
        <Radio.Group
          label={t("skip.question")}
          value={reason ?? ""}
          onChange={(value) => setReason(SKIP_REASONS.find((known) => known === value) ?? null)}
        >
          <Stack gap="xs" mt="xs">
            {SKIP_REASONS.map((value) => (
              <Radio key={value} value={value} label={t(`skip.reason.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={reason === "other" ? t("skip.comment_needed") : t("skip.comment")}
          value={comment}
          maxLength={1000}
          autosize
          minRows={2}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {error !== null && <ErrorNotice error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button loading={isBusy} disabled={!reason || needsComment} onClick={() => void confirm()}>
            {t("skip.confirm")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const SCRATCH_REASONS = ["wrong", "vague", "order", "language", "other"] as const;
type ScratchReason = (typeof SCRATCH_REASONS)[number];

type ScratchDialogProps = DialogProps & { onStart: (reason: string) => void };

/** Starting over is feedback on the text before, so it needs a reason. */
export function ScratchDialog({ isOpen, onClose, onStart }: ScratchDialogProps) {
  const { t } = useTranslation("workbench");
  const [choice, setChoice] = useState<ScratchReason | null>(null);
  const [comment, setComment] = useState("");
  const note = comment.trim();
  const isReady = choice !== null && (choice !== "other" || note !== "");
  const start = () => {
    if (!choice) return;
    const sentence = choice === "other" ? note : t(`scratch.reason.${choice}`);
    onStart(choice !== "other" && note ? `${sentence}: ${note}` : sentence);
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={t("scratch.title")} closeButtonProps={{ "aria-label": t("close") }}>
      <Stack gap="md">
        <Text size="sm">{t("scratch.text")}</Text>
        <Radio.Group
          label={t("scratch.question")}
          value={choice ?? ""}
          onChange={(value) => setChoice(SCRATCH_REASONS.find((known) => known === value) ?? null)}
        >
          <Stack gap="xs" mt="xs">
            {SCRATCH_REASONS.map((value) => (
              <Radio key={value} value={value} label={t(`scratch.reason.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={choice === "other" ? t("skip.comment_needed") : t("skip.comment")}
          value={comment}
          maxLength={400}
          autosize
          minRows={2}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button disabled={!isReady} onClick={start}>
            {t("scratch.confirm")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
