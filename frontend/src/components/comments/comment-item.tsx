import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Comment } from "@/api/types";
import { personName } from "@/lib/people";
import { deleteComment, type Discussion } from "@/lib/queries/comments";
import { ConfirmButton } from "../confirm-button";
import { Time } from "../time";
import { CommentForm } from "./comment-form";
import classes from "./comments.module.css";
import { useCommentChange } from "./use-comment-change";

interface CommentItemProps {
  of: Discussion;
  comment: Comment;
  people: readonly { username: string; display_name: string }[];
}

/** One comment; who said it may change it and take it back. */
export function CommentItem({ of, comment, people }: CommentItemProps) {
  const { t } = useTranslation("comments");
  const [isEdited, setEdited] = useState(false);
  const remove = useCommentChange(of, () => deleteComment(comment.id));
  const isMine = comment.author_role === "me";
  return (
    <li className={classes.comment}>
      <Group gap={6}>
        <Text size="sm" fw={600} component="span">
          {comment.author ? personName(comment.author) : t(`role.${comment.author_role}`)}
        </Text>
        <Text size="xs" c="dimmed" component="span">
          <Time at={comment.created_at} />
          {comment.edited_at !== null && !comment.is_deleted && ` · ${t("edited")}`}
        </Text>
      </Group>
      {comment.is_deleted ? (
        <Text size="sm" c="dimmed" fs="italic">
          {t("deleted")}
        </Text>
      ) : isEdited ? (
        <CommentForm
          of={of}
          people={people}
          label={t("edit")}
          submit={t("save")}
          edited={comment}
          isFocused
          onDone={() => setEdited(false)}
          onCancel={() => setEdited(false)}
        />
      ) : (
        <Text size="sm" className={classes.body} component="div">
          <WithMentions comment={comment} />
        </Text>
      )}
      {isMine && !comment.is_deleted && !isEdited && (
        <Group gap={4}>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setEdited(true)}>
            {t("edit")}
          </Button>
          <ConfirmButton
            size="compact-xs"
            variant="subtle"
            color="red"
            title={t("delete_title")}
            text={t("delete_text")}
            confirmLabel={t("delete")}
            onConfirm={() => remove.mutateAsync()}
          >
            {t("delete")}
          </ConfirmButton>
        </Group>
      )}
    </li>
  );
}

/** Names of those who may read it stand out from names of nobody. */
function WithMentions({ comment: { body, mentions } }: { comment: Comment }) {
  const known = new Set(mentions.map(({ username }) => `@${username.toLowerCase()}`));
  const parts = body.split(/(@[\w.@+-]*[\w@+-])/u);
  return parts.map((part, index) => (known.has(part.toLowerCase()) ? <strong key={index}>{part}</strong> : part));
}
