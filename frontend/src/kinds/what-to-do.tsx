import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useWhatToDo } from "./use-what-to-do";
import classes from "./what-to-do.module.css";

interface WhatToDoProps {
  /** Of which it is remembered how many tasks this account has opened here. */
  kind: string;
  task: number;
  /** One to three. */
  sentences: readonly string[];
}

/** What is asked: open at the first tasks of its kind, later only its heading, under which it is found again. */
export function WhatToDo({ kind, task, sentences }: WhatToDoProps) {
  const { t } = useTranslation("workbench");
  const { isOpen, toggle } = useWhatToDo(kind, task);
  return (
    <details className={classes.whatToDo} open={isOpen}>
      <Text
        component="summary"
        fw={650}
        size="sm"
        onClick={(event) => {
          event.preventDefault();
          toggle();
        }}
      >
        {t("caption.instructions")}
      </Text>
      {sentences.length === 1 ? (
        <p>{sentences[0]}</p>
      ) : (
        <ol>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      )}
    </details>
  );
}
