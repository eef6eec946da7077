import { expect, test } from "vitest";
import type { VersionBrief } from "@/api/models";
import { makeSeedQuality } from "@/testing/world-learning";
import { csvOf } from "./seed-quality-csv";

const called = (version: VersionBrief | null) => (version ? `street-vlm ${version.label}` : "imported");
const linesOf = (name: typeof called, changes = {}) => csvOf(makeSeedQuality(changes), name).split("\r\n");

test("each figure is a line, those that are missing are left out, and unknown ends stay empty", () =>
  expect(linesOf(called)).toEqual([
    "stage,of,figure,unit,mean,low,high,n",
    "description,street-vlm M0,kept,share,0.412,0.388,0.437,180",
    "description,street-vlm M0,seconds,seconds,212,190,240,178",
    "description,street-vlm M1,kept,share,0.634,,,1",
    "description,arm: seeded,seconds,seconds,190,170,211,40",
    "description,arm: unseeded,seconds,seconds,290,250,333,12",
    "description,arm: seeded minus unseeded,seconds,seconds,-100,-148,-52,52",
  ]));

test("names with commas and quotes stay one cell, and no name becomes a formula", () => {
  expect(linesOf(() => 'a "big", model')[1]).toContain('description,"a ""big"", model",kept');
  expect(linesOf(() => "=1+1")[1]).toContain("description,'=1+1,kept");
  expect(linesOf(() => "-x")[1]).toContain("description,'-x,kept");
});
