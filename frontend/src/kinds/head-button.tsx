import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./head-button.module.css";

interface HeadButtonProps {
  /** Stands for the words where there is no room for them. */
  icon: ReactNode;
  label: string;
  onClick: () => void;
}

/** What can be done at the head of a list: said in words, and on a telephone by a sign. */
export function HeadButton({ icon, label, onClick }: HeadButtonProps) {
  return (
    <Button
      className={classes.button}
      size="compact-sm"
      variant="subtle"
      color="gray"
      fw={500}
      title={label}
      onClick={onClick}
    >
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={classes.words}>{label}</span>
    </Button>
  );
}
