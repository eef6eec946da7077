import { Badge, Button, Checkbox, Group, Title } from "@mantine/core";
import { IconCheck, IconPencil, IconPlus } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { HeadButton } from "../head-button";
import { Tip } from "@/lib/tip";
import type { Scratch } from "../kind";
import { ScratchControls } from "../scratch-controls";
import classes from "./objects.module.css";

interface ListHeadProps {
  count: number;
  selected: number;
  /** How many still lack words. */
  left: number;
  scratch: Scratch;
  isReadOnly: boolean;
  onAdd: () => void;
  onGoOn: () => void;
  onSelectAll: (isOn: boolean) => void;
}

export const ListHead = memo(function ListHead(props: ListHeadProps) {
  const { count, selected, scratch, isReadOnly, onAdd } = props;
  const { t } = useTranslation("workbench");
  return (
    <Group className={classes.listHead} gap="4px 8px" wrap="nowrap" data-list-end="" tabIndex={-1}>
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
      <Badge variant="default" className={classes.count}>
        {count}
      </Badge>
      {!isReadOnly && count > 0 && <Progress left={props.left} onGoOn={props.onGoOn} />}
      {!isReadOnly && (
        <Group ms="auto" gap={4} wrap="nowrap">
          <HeadButton icon={<IconPlus size={18} />} label={t("objects.add")} onClick={onAdd} />
          <ScratchControls scratch={scratch} isInHead />
        </Group>
      )}
    </Group>
  );
});

/** How many objects still lack words; a press leads to the next of them. */
function Progress({ left, onGoOn }: { left: number; onGoOn: () => void }) {
  const { t } = useTranslation("workbench");
  if (left === 0) {
    return (
      <span className={classes.done}>
        <IconCheck size={15} aria-hidden />
        {t("objects.all_written")}
      </span>
    );
  }
  return (
    <Tip label={t("keys.go_on")}>
      <Button
        size="compact-xs"
        variant="light"
        fw={500}
        mih={24}
        leftSection={<IconPencil size={13} />}
        onClick={onGoOn}
      >
        {t("objects.left", { count: left })}
      </Button>
    </Tip>
  );
}
