import { Badge, Button, Checkbox, Group, Title } from "@mantine/core";
import { IconCheck, IconEye, IconPencil, IconPlus } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { HeadButton } from "../head-button";
import { Tip } from "@/lib/tip";
import type { Scratch } from "../kind";
import { ScratchControls } from "../scratch-controls";
import classes from "./objects.module.css";
import type { Looks } from "./use-looks";

interface ListHeadProps {
  count: number;
  selected: number;
  /** How many still lack words. */
  left: number;
  looks: Pick<Looks, "isAsked" | "unread" | "show">;
  scratch: Scratch;
  isReadOnly: boolean;
  onAdd: () => void;
  onGoOn: () => void;
  onSelectAll: (isOn: boolean) => void;
}

export const ListHead = memo(function ListHead(props: ListHeadProps) {
  const { count, selected, scratch, isReadOnly, onAdd } = props;
  const { t } = useTranslation("workbench");
  // "2 of 6 looked at" tells the number too, and there is no room for both.
  const isCounting = !isReadOnly && props.left === 0 && props.looks.unread.size > 0;
  return (
    <Group className={classes.listHead} gap="4px 8px" data-list-end="" tabIndex={-1}>
      {!isReadOnly && count > 0 && (
        <Checkbox
          size="xs"
          className={classes.selectAll}
          checked={selected === count}
          indeterminate={selected > 1 && selected < count}
          data-ticks=""
          aria-label={t("objects.select_all")}
          onChange={(event) => props.onSelectAll(event.currentTarget.checked)}
        />
      )}
      <Title order={2} size="h4">
        {t("objects.title")}
      </Title>
      {!isCounting && (
        <Badge variant="default" className={classes.count}>
          {count}
        </Badge>
      )}
      {!isReadOnly && count > 0 && <Progress {...props} />}
      {!isReadOnly && (
        <Group ms="auto" gap={4} wrap="nowrap">
          <HeadButton icon={<IconPlus size={18} aria-hidden />} label={t("objects.add")} onClick={onAdd} />
          <ScratchControls scratch={scratch} isInHead />
        </Group>
      )}
    </Group>
  );
});

/** How many objects still lack words, then how many were looked at; a press leads to the next of them. */
function Progress({ count, left, looks, onGoOn }: ListHeadProps) {
  const { t } = useTranslation("workbench");
  const unread = looks.unread.size;
  if (left > 0) {
    return (
      <ProgressButton tip={t("keys.go_on")} icon={<IconPencil size={13} aria-hidden />} onClick={onGoOn}>
        {t("objects.left", { count: left })}
      </ProgressButton>
    );
  }
  if (unread > 0) {
    return (
      <ProgressButton tip={t("objects.next_unread")} icon={<IconEye size={14} aria-hidden />} onClick={looks.show}>
        {t("objects.looked_at", { count: count - unread, of: count })}
      </ProgressButton>
    );
  }
  return (
    <span className={classes.done}>
      <IconCheck size={15} aria-hidden />
      {looks.isAsked ? t("objects.all_looked_at") : t("objects.all_written")}
    </span>
  );
}

interface ProgressButtonProps {
  tip: string;
  icon: ReactNode;
  onClick: () => void;
  children: string;
}

function ProgressButton({ tip, icon, onClick, children }: ProgressButtonProps) {
  return (
    <Tip label={tip}>
      <Button size="compact-xs" variant="light" fw={500} mih={24} flex="none" leftSection={icon} onClick={onClick}>
        {children}
      </Button>
    </Tip>
  );
}
