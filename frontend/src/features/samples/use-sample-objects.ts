import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleDetail } from "@/api/types";
import { only, primary, step, type Selection } from "@/canvas/selection";
import type { ShownBox } from "@/components/annotated-image";
import type { LitObjects } from "@/kinds/kind";
import { kindNamed } from "@/kinds/registry";
import { stageTitle } from "@/lib/server-messages";

export interface BoxSet {
  value: string;
  label: string;
  boxes: readonly ShownBox[];
}

/** Every round of every stage that is read by its boxes. */
function useBoxSets(sample: SampleDetail): BoxSet[] {
  const { t } = useTranslation("samples");
  return useMemo(
    () =>
      sample.stages.flatMap((stage) => {
        const { boxes } = kindNamed(stage.kind);
        if (!boxes) return [];
        return stage.annotations.map(({ id, index, origin, value }) => ({
          value: String(id),
          label: `${stageTitle(stage)}: ${
            index === 0 ? t("detail.seed") : t(origin === "import" ? "detail.elsewhere" : "detail.round", { index })
          }`,
          boxes: boxes(value),
        }));
      }),
    [sample, t],
  );
}

/** Which boxes are over the image, and which of them is lit: pointed at, or chosen. */
export function useSampleObjects(sample: SampleDetail) {
  const sets = useBoxSets(sample);
  const [chosen, setChosen] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [selection, setSelection] = useState<Selection>([]);
  const shown = sets.find((set) => set.value === chosen) ?? sets.at(-1);
  const objects = shown?.boxes ?? NONE;
  const lit = hovered ?? primary(selection) ?? null;
  const selected = primary(selection);
  const onSelect = useCallback((id: string) => setSelection((old) => (old[0] === id ? [] : only(id))), []);
  const lighting = useMemo<LitObjects>(
    () => ({ objects, lit, selected, onHover: setHovered, onSelect }),
    [objects, lit, selected, onSelect],
  );
  const ids = objects.map(({ id }) => id);
  return {
    sets,
    shown,
    setChosen,
    objects,
    lit,
    selection,
    setSelection,
    setHovered,
    toggle: onSelect,
    stepBy: (by: 1 | -1) => setSelection(step(ids, selection, by)),
    lighting,
  };
}

export type SampleObjects = ReturnType<typeof useSampleObjects>;

const NONE: readonly ShownBox[] = [];
