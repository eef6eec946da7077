import { Button, Group } from "@mantine/core";
import { IconCopy, IconFocus2, IconSquareHalf, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Box, ObjectAnswer } from "@/api/types";

export interface RowActions {
  write: (id: string, change: Partial<Pick<ObjectAnswer, "label" | "description">>) => void;
  endWriting: () => void;
  place: (id: string, box: Box) => void;
  remove: (ids: readonly string[]) => void;
  duplicate: (ids: readonly string[]) => void;
  split: (id: string) => void;
  zoomTo: (id: string) => void;
}

interface ObjectActionsProps {
  id: string;
  isReadOnly: boolean;
  actions: RowActions;
  /** What is done most, before the others. */
  children?: ReactNode;
}

/** What can be done with one object as a whole. */
export function ObjectActions({ id, isReadOnly, actions, children }: ObjectActionsProps) {
  const { t } = useTranslation("workbench");
  const action = (label: string, icon: ReactNode, run: () => void, color?: string) => (
    <Button
      size="compact-sm"
      variant="subtle"
      fw={500}
      px={6}
      leftSection={icon}
      onClick={run}
      {...(color && { color })}
    >
      {label}
    </Button>
  );
  return (
    <Group gap={4}>
      {children}
      {action(t("objects.zoom"), <IconFocus2 size={15} aria-hidden />, () => actions.zoomTo(id))}
      {!isReadOnly && (
        <>
          {action(t("objects.split"), <IconSquareHalf size={15} aria-hidden />, () => actions.split(id))}
          {action(t("objects.duplicate"), <IconCopy size={15} aria-hidden />, () => actions.duplicate([id]))}
          {action(t("objects.remove"), <IconTrash size={15} aria-hidden />, () => actions.remove([id]), "red")}
        </>
      )}
    </Group>
  );
}
