import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useMeaningName } from "./names";

/** A meaning as people read it, and behind it what WordNet calls it, which tells it from others of the word. */
export function Meaning({ id, strong = false }: { id: string; strong?: boolean }): ReactNode {
  const nameOf = useMeaningName();
  const name = nameOf(id);
  return (
    <>
      {strong ? <b>{name}</b> : name}
      {name !== id && (
        <Text span fz="xs" c="dimmed">
          {" "}
          {id}
        </Text>
      )}
    </>
  );
}
