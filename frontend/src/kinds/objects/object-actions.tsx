import { Button, Group } from "@mantine/core";
import { IconCopy, IconFocus2, IconSquareHalf, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Box, ObjectAnswer } from "@/api/types";

export type RowActions = {
  readonly write: (id: string, change: Partial<Pick<ObjectAnswer, "label" | "description">>) => void;
  readonly endWriting: () => void;
  readonly place: (id: string, box: Box) => void;
  readonly remove: (ids: readonly string[]) => void;
  readonly duplicate: (ids: readonly string[]) => void;
  readonly split: (id: string) => void;
  readonly zoomTo: (id: string) => void;
};

type ObjectActionsProps = { readonly id: string; readonly isReadOnly: boolean; readonly actions: RowActions };

/** What can be done with one object as a whole. */
export function ObjectActions({ id, isReadOnly, actions }: ObjectActionsProps) {
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
      {action(t("objects.zoom"), <IconFocus2 size={15} />, () => actions.zoomTo(id))}
      {!isReadOnly && (
        <>
          {action(t("objects.split"), <IconSquareHalf size={15} />, () => actions.split(id))}
          {action(t("objects.duplicate"), <IconCopy size={15} />, () => actions.duplicate([id]))}
          {action(t("objects.remove"), <IconTrash size={15} />, () => actions.remove([id]), "red")}
        </>
      )}
    </Group>
  );
}
