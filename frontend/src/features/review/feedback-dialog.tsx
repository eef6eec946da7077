import { Button, Group, Select, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Feedback, ReviewAnswer } from "@/api/quality";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { kindNamed } from "@/kinds/registry";
import { toCodePoints, toUnits } from "@/lib/code-points";
import { notifyDone } from "@/lib/notify";
import { personName } from "@/lib/people";
import { sendFeedback } from "./api/review";

export interface ChosenSpan {
  path: string;
  span: Feedback["span"];
}

interface FeedbackDialogProps {
  projectId: number;
  answer: ReviewAnswer;
  /** What was selected in the answer when the dialog was asked for. */
  chosen: ChosenSpan | null;
  opened: boolean;
  onClose: () => void;
}

/** A message to the person who wrote an answer, tied to the words it is about. */
export function FeedbackDialog({ opened, onClose, ...rest }: FeedbackDialogProps) {
  const { t } = useTranslation("review");
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t("feedback.title", { name: personName(rest.answer.annotator) })}
    >
      <FeedbackForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function FeedbackForm({ projectId, answer, chosen, onClose }: Omit<FeedbackDialogProps, "opened">) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const parts = kindNamed(answer.stage.kind).textParts?.(answer.value) ?? [];
  const [path, setPath] = useState(chosen?.path ?? parts[0]?.path ?? "");
  const [span, setSpan] = useState<Feedback["span"]>(chosen?.span ?? null);
  const [message, setMessage] = useState("");
  const text = parts.find((part) => part.path === path)?.text ?? "";
  const send = useMutation({
    mutationFn: () => sendFeedback(projectId, { annotation: answer.annotation, path, span, message: message.trim() }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["projects", projectId, "feedback"] });
      notifyDone(t("feedback.sent", { name: personName(answer.annotator) }));
      onClose();
    },
  });
  return (
    <Stack>
      {parts.length > 1 && (
        <Select
          label={t("feedback.part")}
          allowDeselect={false}
          value={path}
          data={parts.map((part) => ({
            value: part.path,
            label: t("feedback.part_of", { path: part.path, text: part.text.slice(0, 60) }),
          }))}
          onChange={(next) => {
            setPath(next ?? "");
            setSpan(null);
          }}
        />
      )}
      {text && <SpanPicker key={path} text={text} span={span} onSpan={setSpan} />}
      <Textarea
        label={t("feedback.message")}
        description={t("feedback.message_hint")}
        data-autofocus
        autosize
        minRows={3}
        maxLength={2000}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {send.error && <ErrorNotice error={send.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common("action.cancel")}
        </Button>
        <Button disabled={!message.trim()} loading={send.isPending} onClick={() => send.mutate()}>
          {t("feedback.submit")}
        </Button>
      </Group>
    </Stack>
  );
}

const ignore = () => undefined;

interface SpanPickerProps {
  text: string;
  span: Feedback["span"];
  onSpan: (span: Feedback["span"]) => void;
}

/** The text in a field that cannot be changed: words are selected in it by mouse, touch or keyboard. */
function SpanPicker({ text, span, onSpan }: SpanPickerProps) {
  const { t } = useTranslation("review");
  const quote = span ? text.slice(toUnits(text, span.start), toUnits(text, span.end)) : "";
  return (
    <div>
      <Textarea
        label={t("feedback.words")}
        description={
          <>
            {t("feedback.words_hint")} <span className="for-keys">{t("feedback.words_keys")}</span>
          </>
        }
        // Not readOnly: there, Chromium has no caret, and nothing could be selected without a mouse.
        aria-readonly
        inputMode="none"
        spellCheck={false}
        onChange={ignore}
        autosize
        maxRows={8}
        value={text}
        onSelect={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget;
          if (selectionEnd <= selectionStart) return;
          onSpan({ start: toCodePoints(text, selectionStart), end: toCodePoints(text, selectionEnd) });
        }}
      />
      <Group gap="xs" mt={6} role="status" justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {span ? t("feedback.about_words", { quote }) : t("feedback.about_all")}
        </Text>
        {span && (
          <Button size="compact-sm" variant="subtle" style={{ flex: "none" }} onClick={() => onSpan(null)}>
            {t("feedback.no_words")}
          </Button>
        )}
      </Group>
    </div>
  );
}
