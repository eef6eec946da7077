import { useMemo } from "react";
import type { OcrToken } from "@/api/types";
import type { Size } from "@/canvas/geometry";
import type { ChangeEvent } from "@/canvas/store";
import { duplicate } from "../boxes/duplicate";
import { useBoxes } from "../boxes/use-boxes";
import * as model from "./model";

export type TokenField = "text";
export type TokensEditor = ReturnType<typeof useTokens>;

interface Options {
  initial: readonly OcrToken[];
  image: Size;
  onChange: (tokens: readonly OcrToken[]) => void;
  onEvent: (event: ChangeEvent<OcrToken>) => void;
}

/** Pieces of text with a box each: words that belong together are merged, lines are split. */
export function useTokens(options: Options) {
  const { image } = options;
  const boxes = useBoxes<OcrToken, TokenField>({ ...options, make: model.newToken }, FIELDS);
  const { store, open, setSelection, focusBox } = boxes;
  const own = useMemo(
    () => ({
      merge: (ids: readonly string[]) => {
        const result = model.merge(store.items, ids);
        if (!result) return;
        store.edit("merge", () => result.tokens);
        open(result.merged.id, "text");
      },
      split: (id: string) => {
        const result = model.split(store.items, id);
        if (!result) return;
        store.edit("split", () => result.tokens);
        open(result.twin.id, "text");
      },
      duplicate: (ids: readonly string[]) => {
        const { items, twins } = duplicate(store.items, ids, (token) => model.twinOf(token, image));
        store.edit("duplicate", () => items);
        setSelection(twins.map((twin) => twin.id));
        const last = twins[twins.length - 1];
        if (last) focusBox(last.id);
      },
    }),
    [store, open, setSelection, focusBox, image],
  );
  return { ...boxes, ...own };
}

const FIELDS = ["text"] as const;
