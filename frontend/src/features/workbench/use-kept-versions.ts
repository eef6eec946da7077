import { useMemo, useState } from "react";
import type { Assignment } from "@/api/types";
import type { KindEditor } from "@/kinds/kind";
import type { CopyAbout } from "@/lib/autosave-local";
import { KeptVersions, type KeptVersion } from "@/lib/kept-versions";
import type { Work } from "./api";
import { sameWork } from "./use-saving";

interface Options {
  assignment: Assignment;
  user: CopyAbout["user"];
  kind: KindEditor;
}

/** The versions of one task that its author did not go on with. */
export function useKeptVersions({ assignment: { id, start }, user, kind }: Options) {
  const shelf = useMemo(() => new KeptVersions<Work>(String(id), user, sameWork(kind)), [id, user, kind]);
  const [versions, setVersions] = useState(() => shelf.list());
  /** Unless it is what one goes on with, or what anybody begins with. */
  const keep = (work: Work, from: KeptVersion<Work>["from"], chosen: Work) => {
    const isNothing = kind.isEmpty(work.answer) || kind.isSame(work.answer, start);
    if (isNothing || sameWork(kind)(work, chosen)) return;
    shelf.keep(work, from);
    setVersions(shelf.list());
  };
  const drop = (key: string) => {
    shelf.drop(key);
    setVersions(shelf.list());
  };
  return { versions, keep, drop };
}
