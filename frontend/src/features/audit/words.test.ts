import { expect, test } from "vitest";
import { i18n } from "@/lib/i18n";
import { dataInWords } from "./words";

const inWords = (data: Record<string, unknown>) => dataInWords(i18n.getFixedT("en", "audit"), data);

test("details are words: yes and no, lists without brackets, nothing of what is empty", () => {
  expect(inWords({ added: 11, dry_run: false, asked: true, note: "", by: null })).toBe(
    "added: 11 · dry run: no · asked: yes",
  );
  expect(inWords({ teams: ["german", "art"], left: [] })).toBe("teams: german, art · left: none");
});

test("what is nested is named as well", () => {
  expect(inWords({ gold: { rate: 0.5, comes_again: true } })).toBe("gold: rate 0.5, comes again yes");
});
