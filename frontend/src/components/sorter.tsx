import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import classes from "./sorter.module.css";

const icons = { ascending: IconArrowUp, descending: IconArrowDown } as const;

interface SorterProps {
  label: string;
  sort: "ascending" | "descending" | undefined;
  onPress: () => void;
}

/** The head of a column by which rows can be ordered. */
export function Sorter({ label, sort, onPress }: SorterProps) {
  const Icon = sort ? icons[sort] : IconArrowsSort;
  const last = label.lastIndexOf(" ") + 1;
  return (
    <UnstyledButton className={classes.sorter} onClick={onPress}>
      {label.slice(0, last)}
      <span className={classes.last}>
        {label.slice(last)}
        <Icon size={12} aria-hidden opacity={sort ? 1 : 0.5} />
      </span>
    </UnstyledButton>
  );
}

/** How rows are ordered by a column now; undefined where they are not. */
export function sortOf(order: string, column: string): "ascending" | "descending" | undefined {
  if (order === column) return "ascending";
  return order === `-${column}` ? "descending" : undefined;
}
