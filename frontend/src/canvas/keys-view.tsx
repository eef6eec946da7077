import { Kbd } from "@mantine/core";
import { Fragment } from "react";
import { useKeyWords } from "./key-words";
import classes from "./keys-view.module.css";

/** A combination as it stands on the keys. */
export function KeysView({ keys }: { keys: string }) {
  const words = useKeyWords();
  return (
    <span className={classes.combination}>
      {words(keys).map((word, index) => (
        <Fragment key={word}>
          {/* Seen as it is said: who speaks to the page says what stands there. */}
          {index > 0 && <span className={classes.plus}>+</span>}
          <Kbd size="sm" className={classes.key}>
            {word}
          </Kbd>
        </Fragment>
      ))}
    </span>
  );
}
