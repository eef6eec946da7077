import { Kbd } from "@mantine/core";
import { useKeyWords } from "./key-words";
import classes from "./keys-view.module.css";

/** A combination as it stands on the keys. */
export function KeysView({ keys }: { readonly keys: string }) {
  const words = useKeyWords();
  return (
    <span className={classes.combination}>
      {words(keys).map((word) => (
        <Kbd key={word} size="sm" className={classes.key}>
          {word}
        </Kbd>
      ))}
    </span>
  );
}
