import { Button, Group, Text } from "@mantine/core";
import { IconArrowBackUp, IconArrowsJoin, IconCopy, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Selection } from "@/canvas/selection";
import classes from "./selection-bar.module.css";

interface SelectionBarProps {
  editor: {
    selection: Selection;
    setSelection: (selection: Selection) => void;
    merge: (ids: readonly string[]) => void;
    duplicate: (ids: readonly string[]) => void;
    remove: (ids: readonly string[]) => void;
  };
}

/** What can be done with several objects at once. */
export function SelectionBar({ editor }: SelectionBarProps) {
  const { t } = useTranslation("workbench");
  const { selection } = editor;
  return (
    <Group className={classes.selectionBar} gap={6} role="group" aria-label={t("objects.selection")} data-passing="">
      <Text size="sm" fw={600} me="auto">
        {t("objects.selected", { count: selection.length })}
      </Text>
      <Button
        size="compact-sm"
        leftSection={<IconArrowsJoin size={15} aria-hidden />}
        onClick={() => editor.merge(selection)}
      >
        {t("objects.merge")}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconCopy size={15} aria-hidden />}
        onClick={() => editor.duplicate(selection)}
      >
        {t("objects.duplicate")}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => editor.remove(selection)}
      >
        {t("objects.remove")}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => editor.setSelection([])}>
        {t("objects.clear")}
      </Button>
    </Group>
  );
}

/** Says what was removed and offers to bring it back. */
export function UndoBar({ sentence, onUndo }: { sentence: string; onUndo: () => void }) {
  const { t } = useTranslation("workbench");
  return (
    <Group className={classes.undoBar} gap="xs" wrap="nowrap" data-passing="">
      <Text size="sm" me="auto" truncate>
        {sentence}
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        onClick={onUndo}
      >
        {t("objects.undo")}
      </Button>
    </Group>
  );
}
