import { Text, VisuallyHidden } from "@mantine/core";
import { diffWords } from "diff";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TEXT_LANGUAGE } from "@/lib/languages";
import classes from "./word-diff.module.css";

interface WordDiffProps {
  before: string;
  after: string;
  /** Says first how many words came and went; off where many small differences stand in a list. */
  summary?: boolean;
  /** What stands for a stretch of words, such as names that can be pressed. */
  renderWords?: ((words: string) => ReactNode) | undefined;
}

const plainly = (words: string): ReactNode => words;

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** What became of a text, word by word. Marks are spoken too, not only coloured. */
export function WordDiff({ before, after, summary = true, renderWords = plainly }: WordDiffProps) {
  const { t } = useTranslation("answers");
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  const added = parts.reduce((sum, part) => sum + (part.added ? countWords(part.value) : 0), 0);
  const removed = parts.reduce((sum, part) => sum + (part.removed ? countWords(part.value) : 0), 0);
  return (
    <div>
      {summary && (
        <Text size="sm" c="dimmed" mb="xs">
          {before === after
            ? t("diff.same")
            : `${t("diff.added", { count: added })} · ${t("diff.removed", { count: removed })}`}
        </Text>
      )}
      <p className={classes.text} dir="auto" lang={TEXT_LANGUAGE}>
        {parts.map((part, index) => {
          if (part.added) {
            return (
              <ins key={index} className={classes.added}>
                <VisuallyHidden>{t("diff.added_mark")}</VisuallyHidden>
                {renderWords(part.value)}
                <VisuallyHidden>{t("diff.end_mark")}</VisuallyHidden>
              </ins>
            );
          }
          if (part.removed) {
            return (
              <del key={index} className={classes.removed}>
                <VisuallyHidden>{t("diff.removed_mark")}</VisuallyHidden>
                {part.value}
                <VisuallyHidden>{t("diff.end_mark")}</VisuallyHidden>
              </del>
            );
          }
          return <span key={index}>{renderWords(part.value)}</span>;
        })}
      </p>
    </div>
  );
}
