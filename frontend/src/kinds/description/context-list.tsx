import { Button, Text, UnstyledButton } from "@mantine/core";
import { IconTextPlus } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer } from "@/api/types";
import { colourOf } from "@/canvas/box-view";
import classes from "./description.module.css";

interface ContextListProps {
  objects: readonly ObjectAnswer[];
  lit: string | null;
  selected: string | undefined;
  isReadOnly: boolean;
  onHover: (id: string | null) => void;
  onSelect: (id: string) => void;
  onInsert: (text: string) => void;
}

/** The objects of the earlier stage: pointing at one lights up its box, and the other way round. */
export function ContextList(props: ContextListProps) {
  const { t } = useTranslation("workbench");
  if (props.objects.length === 0) {
    return (
      <Text size="sm" c="dimmed" p="md">
        {t("description.no_objects")}
      </Text>
    );
  }
  return (
    <ol className={classes.contextList} aria-label={t("description.objects")}>
      {props.objects.map((item, index) => (
        <ContextRow key={item.id} {...props} item={item} number={index + 1} />
      ))}
    </ol>
  );
}

type ContextRowProps = ContextListProps & { item: ObjectAnswer; number: number };

function ContextRow({ item, number, lit, selected, isReadOnly, ...props }: ContextRowProps) {
  const { t } = useTranslation("workbench");
  const row = useRef<HTMLLIElement>(null);
  const isLit = lit === item.id;
  useEffect(() => {
    if (isLit && !row.current?.matches(":hover, :focus-within")) {
      row.current?.scrollIntoView({ block: "nearest" });
    }
  }, [isLit]);
  return (
    <li
      ref={row}
      className={classes.contextRow}
      data-lit={isLit || undefined}
      onMouseEnter={() => props.onHover(item.id)}
      onMouseLeave={() => props.onHover(null)}
    >
      <UnstyledButton
        className={classes.contextText}
        aria-pressed={selected === item.id}
        onClick={() => props.onSelect(item.id)}
        onFocus={() => props.onHover(item.id)}
        onBlur={() => props.onHover(null)}
      >
        <span className={classes.number} style={{ borderColor: colourOf(number) }}>
          {number}
        </span>
        <span>
          <Text component="span" size="sm" fw={600} display="block">
            {item.label}
          </Text>
          <Text component="span" size="sm" className={classes.pre}>
            {item.description}
          </Text>
        </span>
      </UnstyledButton>
      {!isReadOnly && (
        <Button
          className={classes.insert}
          size="compact-xs"
          variant="default"
          leftSection={<IconTextPlus size={14} aria-hidden />}
          aria-label={t("description.insert_of", { name: item.label, number })}
          onClick={() => props.onInsert(item.description || item.label)}
        >
          {t("description.insert")}
        </Button>
      )}
    </li>
  );
}
