import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer } from "@/api/types";
import type { Command } from "@/canvas/keys";
import { only, primary, step, type Selection } from "@/canvas/selection";
import { useShortcuts } from "@/canvas/shortcuts";

/** Alt with a digit reaches so many objects. */
const NUMBERED = 9;

interface Options {
  objects: readonly ObjectAnswer[];
  isReadOnly: boolean;
  insert: (words: string) => void;
  announce: (sentence: string) => void;
}

/** Which object is lit: pointed at, or chosen. Keys choose and insert it without leaving the text. */
export function useLitObjects({ objects, isReadOnly, insert, announce }: Options) {
  const { t } = useTranslation("workbench");
  const [hovered, setHovered] = useState<string | null>(null);
  const [selection, setSelection] = useState<Selection>([]);
  const lit = hovered ?? primary(selection) ?? null;
  const ids = objects.map(({ id }) => id);
  const stepBy = (by: 1 | -1) => setSelection(step(ids, selection, by));
  const light = (by: 1 | -1) => {
    const next = step(ids, selection, by);
    setSelection(next);
    setHovered(null);
    const number = ids.indexOf(primary(next) ?? "") + 1;
    const item = objects[number - 1];
    if (item) announce(t("description.lit", { number, name: item.label, words: item.description }));
  };
  const insertAt = (index: number) => {
    const item = objects[index];
    if (!item) return;
    insert(item.description || item.label);
    announce(t("description.inserted", { number: index + 1, name: item.label }));
  };
  const hasObjects = objects.length > 0;
  const canInsert = () => hasObjects && !isReadOnly;
  const shared = { scope: "anywhere", isUnlisted: !hasObjects } as const;
  const numbered = objects.slice(0, NUMBERED).map((_, index): Command => ({
    ...shared,
    id: "insert_number",
    keys: [`alt+${String(index + 1)}`],
    isEnabled: canInsert,
    run: () => insertAt(index),
  }));
  useShortcuts("objects_at_hand", [
    { ...shared, id: "light_next", keys: ["alt+ArrowDown"], isEnabled: () => hasObjects, run: () => light(1) },
    { ...shared, id: "light_previous", keys: ["alt+ArrowUp"], isEnabled: () => hasObjects, run: () => light(-1) },
    {
      ...shared,
      id: "insert",
      keys: ["alt+i"],
      isEnabled: () => canInsert() && lit !== null,
      run: () => insertAt(ids.indexOf(lit ?? "")),
    },
    ...numbered,
  ]);
  const toggle = (id: string) => setSelection((old) => (old[0] === id ? [] : only(id)));
  return { lit, selection, setSelection, setHovered, stepBy, toggle };
}
