import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CommentPlace, Thread } from "@/api/types";
import { commentsQuery, resolveThread, type Discussion } from "@/lib/queries/comments";
import { personName } from "@/lib/people";
import { ErrorNotice } from "../error-notice";
import { QueryView } from "../query-view";
import { CommentForm } from "./comment-form";
import { CommentItem } from "./comment-item";
import classes from "./comments.module.css";
import { useCommentChange } from "./use-comment-change";

interface CommentThreadsProps {
  of: Discussion;
  /** What the next thread is about; null for the sample as a whole. */
  place?: CommentPlace | null;
  onPlace?: (place: CommentPlace | null) => void;
  /** What a thread is about, in words. */
  describe?: (place: CommentPlace) => ReactNode;
  mayResolve?: boolean;
}

/** What people say to each other about a sample: threads in the order they were begun, and a new one. */
export function CommentThreads({ of, place = null, onPlace, describe, mayResolve = false }: CommentThreadsProps) {
  const { t } = useTranslation("comments");
  const query = useQuery(commentsQuery(of));
  const [showsResolved, setShowsResolved] = useState(false);
  return (
    <QueryView query={query}>
      {({ threads, people }) => {
        const resolved = threads.filter((thread) => thread.resolved_at !== null).length;
        const shown = threads.filter((thread) => showsResolved || thread.resolved_at === null);
        return (
          <Stack gap="md" pt="sm">
            {place && (
              <Group gap="xs" className={classes.place}>
                {describe?.(place)}
                <Button size="compact-xs" variant="subtle" onClick={() => onPlace?.(null)}>
                  {t("whole_sample")}
                </Button>
              </Group>
            )}
            <CommentForm
              of={of}
              place={place}
              people={people}
              label={t("new")}
              submit={t("send")}
              onDone={() => onPlace?.(null)}
            />
            {resolved > 0 && (
              <Switch
                size="xs"
                label={t("show_resolved", { count: resolved })}
                checked={showsResolved}
                onChange={(event) => setShowsResolved(event.currentTarget.checked)}
              />
            )}
            {shown.length === 0 && (
              <Text size="sm" c="dimmed">
                {t("none")}
              </Text>
            )}
            <ol className={classes.threads} aria-label={t("title")}>
              {shown.map((thread) => (
                <ThreadItem key={thread.id} {...{ of, thread, people, describe, mayResolve }} />
              ))}
            </ol>
          </Stack>
        );
      }}
    </QueryView>
  );
}

interface ThreadItemProps {
  of: Discussion;
  thread: Thread;
  people: readonly { username: string; display_name: string }[];
  describe: CommentThreadsProps["describe"];
  mayResolve: boolean;
}

function ThreadItem({ of, thread, people, describe, mayResolve }: ThreadItemProps) {
  const { t } = useTranslation("comments");
  const [isReplying, setReplying] = useState(false);
  const isResolved = thread.resolved_at !== null;
  const resolve = useCommentChange(of, () => resolveThread(thread.id, !isResolved));
  return (
    <li className={classes.thread} data-resolved={isResolved || undefined}>
      {thread.place && <div className={classes.place}>{describe?.(thread.place)}</div>}
      <ol className={classes.comments}>
        {thread.comments.map((comment) => (
          <CommentItem key={comment.id} of={of} comment={comment} people={people} />
        ))}
      </ol>
      {isReplying ? (
        <CommentForm
          of={of}
          thread={thread.id}
          people={people}
          label={t("answer")}
          submit={t("answer")}
          isFocused
          onDone={() => setReplying(false)}
          onCancel={() => setReplying(false)}
        />
      ) : (
        <Group gap={4}>
          <Button size="compact-sm" variant="subtle" onClick={() => setReplying(true)}>
            {t("answer")}
          </Button>
          {mayResolve && (
            <Button size="compact-sm" variant="subtle" loading={resolve.isPending} onClick={() => resolve.mutate()}>
              {t(isResolved ? "reopen" : "resolve")}
            </Button>
          )}
          {isResolved && thread.resolved_by && (
            <Text size="xs" c="dimmed">
              {t("resolved_by", { name: personName(thread.resolved_by) })}
            </Text>
          )}
        </Group>
      )}
      {resolve.error && <ErrorNotice error={resolve.error} />}
    </li>
  );
}
