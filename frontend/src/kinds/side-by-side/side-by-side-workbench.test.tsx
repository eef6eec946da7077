import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { ScoresAnswer } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { AnswerView } from "../answer-view";
import { METRICS, sideBySideAssignment } from "../fixtures-for-tests";
import type { PlacedProblem } from "../kind";
import { sideBySideKind } from ".";
import { SideBySideWorkbench } from "./side-by-side-workbench";

function open(
  assignment: ReturnType<typeof sideBySideAssignment> = sideBySideAssignment(),
  problems: PlacedProblem[] = [],
) {
  const seen: { answer: ScoresAnswer | null } = { answer: null };
  renderWithProviders(
    <ShortcutsProvider>
      <SideBySideWorkbench
        assignment={assignment}
        initial={{ scores: {} }}
        onChange={(answer) => void (seen.answer = answer)}
        problems={problems}
        findings={[]}
        attempt={problems.length > 0 ? 1 : 0}
        isReadOnly={false}
        scratch={{ reason: null, canStart: false, start: vi.fn(), goBack: null }}
      />
    </ShortcutsProvider>,
  );
  return { seen, user: userEvent.setup() };
}

const scale = (name: string) => screen.getByRole("radiogroup", { name });
const why = (name: string) => screen.getByLabelText(`Why: ${name}`);

it("shows both texts as left and right, and nothing of where they come from", () => {
  open();
  expect(within(screen.getByRole("region", { name: "Left text" })).getByText(/on a mat/)).toBeInTheDocument();
  expect(within(screen.getByRole("region", { name: "Right text" })).getByText(/by the door/)).toBeInTheDocument();
});

it("has five places whose ends say which text is meant", () => {
  open();
  const places = within(scale("Comprehensiveness")).getAllByRole("radio");
  expect(places.map((place) => place.getAttribute("aria-label"))).toEqual([
    "Left is substantially better",
    "Left is marginally better",
    "About the same",
    "Right is marginally better",
    "Right is substantially better",
  ]);
  expect(scale("Comprehensiveness")).toHaveAccessibleDescription(/covers more/);
});

describe("by keyboard alone", () => {
  it("a number rates and leads to the reason, Alt+↓ to the next metric", async () => {
    const { user, seen } = open();
    await user.keyboard("1");
    expect(why("Comprehensiveness")).toHaveFocus();
    await user.keyboard("names 2 more{Alt>}{ArrowDown}{/Alt}4");
    expect(seen.answer?.scores).toEqual({
      comprehensiveness: { score: -2, justification: "names 2 more" },
      hallucination: { score: 1, justification: "" },
    });
    expect(why("Hallucinations")).toHaveFocus();
  });

  it("a number goes on to the next metric where no reason must be given", async () => {
    const { user, seen } = open(sideBySideAssignment({}, { justification: "optional" }));
    await user.keyboard("53");
    expect(seen.answer?.scores).toMatchObject({ comprehensiveness: { score: 2 }, hallucination: { score: 0 } });
    await user.keyboard("jbecause");
    expect(seen.answer?.scores["hallucination"]?.justification).toBe("because");
  });

  it("arrows move along one scale", async () => {
    const { user, seen } = open();
    await user.click(within(scale("Hallucinations")).getByLabelText("About the same"));
    await user.keyboard("{ArrowRight}");
    expect(seen.answer?.scores["hallucination"]?.score).toBe(1);
  });

  it("D marks the words that only one text has", async () => {
    const { user } = open();
    await user.keyboard("d");
    expect(screen.getByText("0 words only on the left · 4 words only on the right")).toBeInTheDocument();
    expect(screen.getByText(/red/, { selector: "mark" })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Mark differences", pressed: true }));
    expect(screen.queryByText(/red/, { selector: "mark" })).toBeNull();
  });
});

it("asks for no reasons where the study wants none", () => {
  open(sideBySideAssignment({}, { justification: "off" }));
  expect(screen.queryByLabelText("Why: Comprehensiveness")).toBeNull();
});

describe("what was refused", () => {
  it("is said at its scale, and leads there", () => {
    open(undefined, [{ key: "scores.hallucination.score", code: "score_missing", message: "Choose one." }]);
    expect(within(scale("Hallucinations")).getAllByRole("radio")[0]).toHaveFocus();
    expect(scale("Hallucinations")).toHaveAccessibleDescription(/Choose one\./);
  });

  it("is said at its reason, and leads there", () => {
    open(undefined, [{ key: "scores.hallucination.justification", code: "x", message: "Say why." }]);
    expect(why("Hallucinations")).toHaveFocus();
    expect(why("Hallucinations")).toHaveAccessibleDescription(/Say why\./);
  });

  it("is over once what it was about has changed", () => {
    const answer = { scores: { tldr: { score: 1, justification: "shorter" } } };
    expect(sideBySideKind.editor.keyOf(answer, "scores.tldr")).toBe("scores.tldr.score");
    expect(sideBySideKind.editor.valueAt(answer, sideBySideKind.editor.keyOf(answer, "scores.tldr.score"))).toBe(1);
    expect(sideBySideKind.editor.valueAt(answer, "scores.tldr.justification")).toBe("shorter");
    expect(sideBySideKind.editor.valueAt(answer, "scores.human_like.score")).toBeNull();
  });
});

it("finds the same scores the same, whatever their order and however open ones are written", () => {
  const open = { score: null, justification: " " };
  const one = { scores: { a: { score: 0, justification: "" }, b: open } };
  expect(sideBySideKind.editor.isSame(one, { scores: { a: { score: 0, justification: "" } } })).toBe(true);
  expect(sideBySideKind.editor.isSame(one, { scores: { a: { score: 1, justification: "" } } })).toBe(false);
  expect(sideBySideKind.editor.isEmpty({ scores: { b: open } })).toBe(true);
  expect(sideBySideKind.editor.isEmpty(one)).toBe(false);
});

it("can be read afterwards with the words of the scale", () => {
  const scores = {
    comprehensiveness: { score: 2, justification: "It names the door." },
    tldr: { score: null, justification: "" },
  };
  renderWithProviders(<AnswerView kind="side_by_side.v1" answer={{ scores }} settings={{ metrics: METRICS }} />);
  expect(screen.getByText("Right is substantially better")).toBeInTheDocument();
  expect(screen.getByText("It names the door.")).toBeInTheDocument();
  expect(screen.getByText("Tldr")).toBeInTheDocument();
});

it("has no serious accessibility problem", async () => {
  open();
  expect(await accessibilityProblems()).toEqual([]);
});
