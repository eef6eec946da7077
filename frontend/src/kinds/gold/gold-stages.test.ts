import { expect, test } from "vitest";
import type { CaptionAnswer } from "@/api/types";
import { textcaps, vizwiz } from "@/testing/world-recipes";
import { goldStages } from "./gold-stages";

const caption: CaptionAnswer = {
  text: "A sign that says open hangs in a window",
  canned: false,
  text_detected: true,
  quality_issues: [],
  quality_other: "",
};

const captions = { key: "caption", kind: "caption.v1" };

test("a caption that others judge can be known good or bad to them", () => {
  const stages = goldStages(textcaps, captions, caption);
  expect(stages.map(({ key, judges }) => [key, judges])).toEqual([["validation", true]]);
  expect(stages[0]?.parts).toEqual({ "votes.requires_reading": true, "votes.true_for_image": true });
});

test("a caption nobody judges is known by what was asked beside it", () =>
  expect(goldStages(vizwiz, captions, caption)).toMatchObject([
    { key: "caption", judges: false, parts: { canned: false, text_detected: true } },
  ]));

test("without the recipe there is nothing to offer", () => expect(goldStages(null, captions, caption)).toEqual([]));
