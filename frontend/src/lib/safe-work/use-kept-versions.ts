import { useMemo, useState } from "react";
import { KeptVersions, type KeptVersion } from "./kept-versions";

interface Options<T> {
  id: string;
  user: number | null;
  /** Both stay the same function while the task is open. */
  isSame: (a: T, b: T) => boolean;
  /** Empty, or what anybody begins with. */
  isNothing: (work: T) => boolean;
}

/** The versions of one task that its author did not go on with. */
export function useKeptVersions<T>({ id, user, isSame, isNothing }: Options<T>) {
  const shelf = useMemo(() => new KeptVersions<T>(id, user, isSame), [id, user, isSame]);
  const [versions, setVersions] = useState(() => shelf.list());
  const keep = (work: T, from: KeptVersion<T>["from"], chosen: T) => {
    if (isNothing(work) || isSame(work, chosen)) return;
    shelf.keep(work, from);
    setVersions(shelf.list());
  };
  const drop = (key: string) => {
    shelf.drop(key);
    setVersions(shelf.list());
  };
  return { versions, keep, drop };
}
