import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { WordDiff } from "@/components/word-diff";
import type { Answer } from "@/api/types";
import type { KindEditor } from "@/kinds/kind";
import { formatDateTime } from "@/lib/format";
import { CopyButton } from "./copy-button";
import { MergePart } from "./merge-part";
import { onlyText, union } from "./merging";
import type { Conflict } from "./use-saving";
import classes from "./workbench.module.css";

interface ConflictScreenProps {
  conflict: Conflict;
  kind: KindEditor;
  onChoose: (which: "mine" | "theirs" | { answer: Answer }) => void;
}

/** Two versions of the same work: both are shown whole, and only their author can choose. */
export function ConflictScreen({ conflict, kind, onChoose }: ConflictScreenProps) {
  const { t } = useTranslation("workbench");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const mine = kind.toText(conflict.mine.answer);
  const theirs = kind.toText(conflict.theirs.answer);
  const { savedAt } = conflict.server;
  const texts = [onlyText(conflict.mine.answer), onlyText(conflict.theirs.answer)] as const;
  const together = union(conflict.mine.answer, conflict.theirs.answer);
  return (
    <main className={classes.conflict}>
      <Stack gap="xs" maw="72ch">
        <Title order={2} ref={heading} tabIndex={-1}>
          {t("conflict.title")}
        </Title>
        <Text>{t("conflict.text")}</Text>
      </Stack>
      <div className={classes.versions}>
        <section aria-labelledby="conflict-mine" className={classes.version}>
          <Title order={3} id="conflict-mine">
            {t("conflict.mine")}
          </Title>
          <Text size="sm" c="dimmed">
            {t("conflict.mine_hint")}
          </Text>
          <div className={classes.versionText}>{mine || t("conflict.empty")}</div>
          <Group gap="xs">
            <Button onClick={() => onChoose("mine")}>{t("conflict.keep_mine")}</Button>
            <CopyButton text={mine} />
          </Group>
        </section>
        <section aria-labelledby="conflict-theirs" className={classes.version}>
          <Title order={3} id="conflict-theirs">
            {t("conflict.theirs")}
          </Title>
          <Text size="sm" c="dimmed">
            {savedAt ? t("conflict.saved_at", { time: formatDateTime(savedAt) }) : t("conflict.theirs_hint")}
          </Text>
          <div className={classes.versionText}>{theirs || t("conflict.empty")}</div>
          <Group gap="xs">
            <Button variant="default" onClick={() => onChoose("theirs")}>
              {t("conflict.keep_theirs")}
            </Button>
            <CopyButton text={theirs} />
          </Group>
        </section>
      </div>
      <section aria-labelledby="conflict-diff">
        <Title order={3} id="conflict-diff" mb="xs">
          {t("conflict.differences")}
        </Title>
        <WordDiff before={theirs} after={mine} />
      </section>
      {texts[0] !== null && texts[1] !== null && (
        <MergePart mine={texts[0]} theirs={texts[1]} onMerge={(text) => onChoose({ answer: { text } as Answer })} />
      )}
      {together && (
        <section aria-labelledby="conflict-together" className={classes.version}>
          <Title order={3} id="conflict-together">
            {t("merge.title")}
          </Title>
          <Text size="sm">{t("merge.objects")}</Text>
          <div>
            <Button onClick={() => onChoose({ answer: together })}>{t("merge.go_on")}</Button>
          </div>
        </section>
      )}
    </main>
  );
}
