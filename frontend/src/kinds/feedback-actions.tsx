import { Box, Button, Group, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MyFeedback } from "@/api/hits";
import { ErrorNotice } from "@/components/error-notice";
import { formatRelative } from "@/lib/format";
import { markFeedbackRead, replyToFeedback } from "@/lib/queries/feedback";
import { workQuery } from "@/lib/queries/work";

/** Everything that counts what is unread. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["feedback"] }),
      client.invalidateQueries({ queryKey: ["history"] }),
      client.invalidateQueries({ queryKey: workQuery.queryKey }),
    ]);
}

/** Say that one has read it, or answer in a few words: the lead sees both. */
export function FeedbackActions({ item }: { item: MyFeedback }) {
  const { t } = useTranslation("inbox");
  const refresh = useRefresh();
  const [isWriting, setWriting] = useState(false);
  const mark = useMutation({ mutationFn: () => markFeedbackRead(item.id), onSuccess: refresh });
  if (item.replied_at !== null) return <Replied reply={item.reply} at={item.replied_at} />;
  if (isWriting) return <ReplyForm id={item.id} onDone={refresh} onClose={() => setWriting(false)} />;
  return (
    <>
      <Group gap="xs">
        {item.read_at === null && (
          <Button size="compact-sm" variant="default" loading={mark.isPending} onClick={() => mark.mutate()}>
            {t("mark_read")}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={() => setWriting(true)}>
          {t("reply.open")}
        </Button>
        {item.read_at !== null && (
          <Text size="xs" c="dimmed">
            {t("read", { when: formatRelative(item.read_at) })}
          </Text>
        )}
      </Group>
      {mark.error && <ErrorNotice error={mark.error} />}
    </>
  );
}

function Replied({ reply, at }: { reply: string; at: string }) {
  const { t } = useTranslation("inbox");
  return (
    <Box>
      <Text size="xs" c="dimmed">
        {t("reply.given", { when: formatRelative(at) })}
      </Text>
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {reply}
      </Text>
    </Box>
  );
}

interface ReplyFormProps {
  id: number;
  onDone: () => Promise<unknown>;
  onClose: () => void;
}

function ReplyForm({ id, onDone, onClose }: ReplyFormProps) {
  const { t } = useTranslation("inbox");
  const { t: common } = useTranslation("common");
  const [message, setMessage] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  // The button that opened it is gone: the focus must not be lost with it.
  useEffect(() => {
    field.current?.focus();
  }, []);
  const words = message.trim();
  const send = useMutation({ mutationFn: () => replyToFeedback(id, words), onSuccess: onDone });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (words) send.mutate();
      }}
    >
      <Textarea
        label={t("reply.label")}
        description={t("reply.hint")}
        ref={field}
        autosize
        minRows={2}
        maxLength={1000}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      {send.error && <ErrorNotice error={send.error} />}
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={() => setMessage(t("reply.understood"))}>
          {t("reply.understood")}
        </Button>
        <Group gap="xs" ms="auto">
          <Button size="compact-sm" variant="default" onClick={onClose}>
            {common("action.cancel")}
          </Button>
          <Button size="compact-sm" type="submit" disabled={!words} loading={send.isPending}>
            {t("reply.send")}
          </Button>
        </Group>
      </Group>
    </form>
  );
}
