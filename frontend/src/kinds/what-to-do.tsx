import { Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recall, remember } from "@/lib/page-memory";
import classes from "./what-to-do.module.css";

interface WhatToDoProps {
  /** Of which it is remembered whether this device has shown it. */
  kind: string;
  task: number;
  sentences: readonly string[];
}

/**
 * What is asked, in three sentences: open at the first task of its kind, later only its heading, under which
 * it is found again. Whoever opens or closes it finds it so from then on.
 */
export function WhatToDo({ kind, task, sentences }: WhatToDoProps) {
  const { t } = useTranslation("workbench");
  const place = `what-to-do ${kind}`;
  const [isOpen, setOpen] = useState(() => {
    const known = recall(place);
    if (known === null) remember(place, String(task));
    return known === null || known === "open" || known === String(task);
  });
  return (
    <details className={classes.whatToDo} open={isOpen}>
      <Text
        component="summary"
        fw={650}
        size="sm"
        onClick={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
          remember(place, isOpen ? "closed" : "open");
        }}
      >
        {t("caption.instructions")}
      </Text>
      <ol>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
    </details>
  );
}
