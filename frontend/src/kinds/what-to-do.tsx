import { Children, type ReactNode } from "react";
import { Folding } from "./folding";
import classes from "./what-to-do.module.css";

interface WhatToDoProps {
  /** Of which it is remembered how many tasks this account has opened here. */
  kind: string;
  task: number;
  /** One to three. */
  sentences: readonly ReactNode[];
}

/** What is asked: open at the first tasks of its kind, later only its heading, under which it is found again. */
export function WhatToDo({ kind, task, sentences }: WhatToDoProps) {
  return (
    <Folding kind={kind} task={task} className={classes.whatToDo}>
      {sentences.length === 1 ? (
        <p>{sentences[0]}</p>
      ) : (
        <ol>
          {Children.map([...sentences], (sentence) => (
            <li>{sentence}</li>
          ))}
        </ol>
      )}
    </Folding>
  );
}
