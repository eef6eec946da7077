import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CommentPlace } from "@/api/types";
import { addComment, editComment, type Discussion } from "@/lib/queries/comments";
import { ErrorNotice } from "../error-notice";
import { useCommentChange } from "./use-comment-change";

const LONGEST = 2000;
/** So many names are offered at once. */
const OFFERED = 6;

interface CommentFormProps {
  of: Discussion;
  people: readonly { username: string; display_name: string }[];
  label: string;
  submit: string;
  thread?: number;
  place?: CommentPlace | null;
  /** The comment whose words are changed. */
  edited?: { id: number; body: string };
  isFocused?: boolean;
  onDone?: () => void;
  onCancel?: () => void;
}

/** Where one says something; a name that is begun with @ can be chosen from those who may read it. */
export function CommentForm({ of, people, label, submit, thread, place, edited, isFocused, ...on }: CommentFormProps) {
  const { t } = useTranslation("comments");
  const { t: common } = useTranslation("common");
  const [body, setBody] = useState(edited?.body ?? "");
  const words = body.trim();
  const send = useCommentChange(
    of,
    () =>
      edited
        ? editComment(edited.id, words)
        : addComment(of, { body: words, ...(thread !== undefined && { thread }), ...(place && { place }) }),
    () => {
      setBody("");
      on.onDone?.();
    },
  );
  const begun = /(?:^|\s)@([\w.@+-]*)$/u.exec(body)?.[1]?.toLowerCase();
  const offered =
    begun === undefined
      ? []
      : people
          .filter((person) =>
            [person.username, person.display_name].some((name) => name.toLowerCase().startsWith(begun)),
          )
          .slice(0, OFFERED);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (words && !send.isPending) send.mutate();
      }}
    >
      <Stack gap={6}>
        <Textarea
          aria-label={label}
          placeholder={people.length > 0 ? t("placeholder") : label}
          data-autofocus={isFocused || undefined}
          ref={isFocused ? focus : undefined}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={LONGEST}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
        {offered.length > 0 && (
          <Group gap={4} role="group" aria-label={t("people")}>
            {offered.map(({ username, display_name }) => (
              <Button
                key={username}
                size="compact-xs"
                variant="default"
                onClick={() => setBody((old) => old.replace(/@[\w.@+-]*$/u, `@${username} `))}
              >
                {display_name || username}
              </Button>
            ))}
          </Group>
        )}
        {send.error && <ErrorNotice error={send.error} />}
        <Group gap="xs" justify="flex-end">
          {on.onCancel && (
            <Button size="xs" variant="default" onClick={on.onCancel}>
              {common("action.cancel")}
            </Button>
          )}
          <Button size="xs" type="submit" disabled={!words} loading={send.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function focus(field: HTMLTextAreaElement | null) {
  field?.focus();
}
