import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { OcrAnswer, OcrToken } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { ocrAssignment, seedToken } from "../fixtures-for-tests";
import type { PlacedProblem } from "../kind";
import { keyOf, sameTokens, valueAt } from "./model";
import { OcrWorkbench } from "./ocr-workbench";

const TOKENS = [seedToken("a", "STOP", 10), seedToken("b", "4 kn", 100)];

function open(tokens: OcrToken[] = TOKENS, problems: PlacedProblem[] = []) {
  const seen: { answer: OcrAnswer } = { answer: { tokens } };
  renderWithProviders(
    <ShortcutsProvider>
      <OcrWorkbench
        assignment={ocrAssignment(tokens)}
        initial={{ tokens }}
        onChange={(answer) => void (seen.answer = answer)}
        problems={problems}
        findings={[]}
        attempt={problems.length > 0 ? 1 : 0}
        isReadOnly={false}
        scratch={{ reason: null, canStart: true, start: vi.fn(), goBack: null }}
      />
    </ShortcutsProvider>,
  );
  return { seen, user: userEvent.setup() };
}

const text = (number: number) => screen.getByRole<HTMLInputElement>("textbox", { name: `Text ${String(number)}` });

it("corrects a string and keeps where it came from", async () => {
  const { user, seen } = open();
  await user.clear(text(2));
  await user.type(text(2), "4 km");
  expect(seen.answer.tokens[1]).toMatchObject({ id: "b", text: "4 km", derived_from: ["b"] });
  expect(screen.getByRole("img", { name: "Edited" })).toBeInTheDocument();
});

it("goes through the pieces with Tab, and each lights its box", async () => {
  const { user } = open();
  await user.click(text(1));
  await user.tab();
  await user.tab();
  await user.tab();
  expect(text(2)).toHaveFocus();
  expect(screen.getByRole("button", { name: /^2 of 2: 4 kn/ })).toHaveAttribute("aria-pressed", "true");
});

it("goes through the pieces with Enter as well, and says where they end", async () => {
  const { user } = open();
  await user.click(text(1));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(text(2)).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(await screen.findByText("This is the last piece of text")).toBeInTheDocument();
});

it("takes back a word while one is in its field, and redoes it", async () => {
  const { user, seen } = open();
  await user.click(text(1));
  await user.keyboard("ED{Control>}z{/Control}");
  expect(seen.answer.tokens[0]?.text).toBe("STOP");
  await user.keyboard("{Control>}y{/Control}");
  expect(text(1)).toHaveValue("STOPED");
});

it("merges two words into one piece of both lineages, and splits it at the space", async () => {
  const { user, seen } = open();
  act(() => screen.getByRole("button", { name: /^1 of 2: STOP/ }).focus());
  await user.keyboard("e");
  expect(screen.getByRole("button", { name: /^2 of 2: 4 kn/ })).toHaveFocus();
  await user.keyboard("m");
  expect(seen.answer.tokens).toMatchObject([{ text: "STOP 4 kn", derived_from: ["a", "b"] }]);
  act(() => screen.getByRole("button", { name: /^1 of 1: STOP/ }).focus());
  await user.keyboard("{Shift>}m{/Shift}");
  expect(seen.answer.tokens.map((token) => token.text)).toEqual(["STOP", "4 kn"]);
});

it("changes the reading order by keys", async () => {
  const { user, seen } = open();
  act(() => screen.getByRole("button", { name: /^2 of 2/ }).focus());
  await user.keyboard(",");
  expect(seen.answer.tokens.map((token) => token.id)).toEqual(["b", "a"]);
  expect(await screen.findByText("This piece is now 1 of 2")).toBeInTheDocument();
});

it("moves a box by its numbers", async () => {
  const { user, seen } = open();
  await user.click(text(1));
  const left = screen.getByRole("spinbutton", { name: /^X/ });
  await user.clear(left);
  await user.type(left, "33");
  expect(seen.answer.tokens[0]?.box.x).toBe(33);
});

it("leaves a field with Escape for the box, also those of the place", async () => {
  const { user, seen } = open();
  await user.click(text(2));
  await user.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: /^2 of 2: 4 kn/ })).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  expect(seen.answer.tokens[1]?.box.x).toBe(101);
  await user.click(screen.getByRole("spinbutton", { name: /^W/ }));
  await user.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: /^2 of 2: 4 kn/ })).toHaveFocus();
});

it("marks what nobody can read", async () => {
  const { user, seen } = open();
  await user.click(screen.getByRole("checkbox", { name: "Text 1 cannot be read" }));
  expect(seen.answer.tokens[0]).toMatchObject({ legible: false });
});

it("adds, moves, sizes and removes without a pointer, and takes it back", async () => {
  const { user, seen } = open();
  await user.keyboard("{Shift>}r{/Shift}");
  expect(text(3)).toHaveFocus();
  await user.keyboard("new{Escape}");
  const box = { ...seen.answer.tokens[2]!.box };
  await user.keyboard("{ArrowRight}{Alt>}{ArrowDown}{/Alt}");
  expect(seen.answer.tokens[2]).toMatchObject({
    text: "new",
    derived_from: [],
    box: { ...box, x: box.x + 1, height: box.height + 1 },
  });
  await user.keyboard("{Delete}");
  expect(seen.answer.tokens).toHaveLength(2);
  await user.keyboard("{Control>}z{/Control}");
  expect(seen.answer.tokens).toHaveLength(3);
});

it("moves a box as it looks on the turned image", async () => {
  const { user, seen } = open();
  act(() => screen.getByRole("button", { name: /^1 of 2: STOP/ }).focus());
  await user.keyboard("t");
  await user.keyboard(" {ArrowRight}");
  expect(seen.answer.tokens[0]?.box).toMatchObject({ x: 10, y: 9 });
});

it("names a problem so that it stays with its piece when others go", () => {
  const answer = { tokens: TOKENS };
  expect(keyOf(answer, "tokens[1].text")).toBe("b.text");
  expect(valueAt({ tokens: [TOKENS[1]!] }, "b.text")).toBe("4 kn");
  expect(keyOf(answer, "tokens")).toBe("tokens");
});

it("sees a difference in every part of a piece", () => {
  const [first] = TOKENS as [OcrToken];
  expect(sameTokens({ tokens: [first] }, { tokens: [{ ...first }] })).toBe(true);
  expect(sameTokens({ tokens: [first] }, { tokens: [{ ...first, legible: false }] })).toBe(false);
  expect(sameTokens({ tokens: [first] }, { tokens: [{ ...first, box: { ...first.box, x: 11 } }] })).toBe(false);
});

it("leads to the piece that was refused", () => {
  open(TOKENS, [{ key: "b.text", code: "text_missing", message: "Type what it says." }]);
  expect(text(2)).toHaveFocus();
  expect(screen.getByText("Type what it says.")).toBeInTheDocument();
});

it("has no serious accessibility problem", async () => {
  open();
  expect(await accessibilityProblems()).toEqual([]);
});
