import { Box, Text, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Box as PixelBox, ObjectsAnswer } from "@/api/types";
import type { BoxListProps } from "../kind";
import classes from "./object-cards.module.css";

/** Where a box is, in words. */
export function usePlace() {
  const { t } = useTranslation("answers");
  return (box: PixelBox) =>
    t("objects.place", {
      x: Math.round(box.x),
      y: Math.round(box.y),
      width: Math.round(box.width),
      height: Math.round(box.height),
    });
}

interface ObjectNameProps extends Pick<BoxListProps, "onActive" | "onSelect"> {
  id: string;
  label: string;
}

/** The label of an object; a button where an image beside it can show which one that is. */
export function ObjectName({ id, label, onActive, onSelect }: ObjectNameProps) {
  if (!onSelect) {
    return (
      <Text fw={600} size="sm">
        {label}
      </Text>
    );
  }
  return (
    <UnstyledButton
      className={classes.name}
      onFocus={() => onActive?.(id)}
      onBlur={() => onActive?.(null)}
      onClick={() => onSelect(id)}
    >
      {label}
    </UnstyledButton>
  );
}

/** Objects in their order of importance; hovering one can light up its box. */
export function ObjectCards({ answer: { objects }, active, onActive, onSelect }: BoxListProps<ObjectsAnswer>) {
  const { t } = useTranslation("answers");
  const place = usePlace();
  if (objects.length === 0) return <Text c="dimmed">{t("objects.none")}</Text>;
  return (
    <ol className={classes.list}>
      {objects.map((object, index) => (
        <li
          key={object.id}
          className={classes.item}
          data-active={active === object.id || undefined}
          onPointerEnter={() => onActive?.(object.id)}
          onPointerLeave={() => onActive?.(null)}
        >
          <span className={classes.number}>{index + 1}</span>
          <Box miw={0}>
            <ObjectName id={object.id} label={object.label} onActive={onActive} onSelect={onSelect} />
            <Text size="sm" c={object.description ? undefined : "dimmed"} className={classes.text}>
              {object.description || t("objects.no_description")}
            </Text>
            <Text size="xs" c="dimmed">
              {place(object.box)}
            </Text>
          </Box>
        </li>
      ))}
    </ol>
  );
}
