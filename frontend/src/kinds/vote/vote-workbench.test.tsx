import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { VoteAnswer } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { voteAssignment } from "../fixtures-for-tests";
import { AnswerView } from "../answer-view";
import type { PlacedProblem } from "../kind";
import { voteKind } from ".";
import { VoteWorkbench } from "./vote-workbench";

function open(assignment: ReturnType<typeof voteAssignment> = voteAssignment(), problems: PlacedProblem[] = []) {
  const seen: { answer: VoteAnswer | null } = { answer: null };
  renderWithProviders(
    <ShortcutsProvider>
      <VoteWorkbench
        assignment={assignment}
        judged={assignment.about && <AnswerView {...assignment.about} />}
        initial={{ votes: {}, comment: "" }}
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

const question = (name: string) => screen.getByRole("radiogroup", { name });

it("shows what is to be judged, and each question with its help", () => {
  open();
  expect(
    within(screen.getByRole("region", { name: "The caption to judge" })).getByText("A grey cat sleeps."),
  ).toBeInTheDocument();
  expect(question("Is it true?")).toHaveAccessibleDescription(/All of it/);
});

it("goes from question to question by y and n", async () => {
  const { user, seen } = open();
  await user.keyboard("yny");
  expect(seen.answer?.votes).toEqual({ true_for_image: true, one_sentence: false, objective: true });
});

it("goes to a question by Alt and an arrow without answering, and back", async () => {
  const { user, seen } = open();
  await user.keyboard("{Alt>}{ArrowDown}{ArrowDown}{ArrowUp}{/Alt}y");
  expect(seen.answer?.votes).toEqual({ one_sentence: true });
});

it("scrolls for keys, never under a pointer that is pressed", async () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  const { user } = open();
  scroll.mockClear();
  await user.click(within(question("Is it free of opinion?")).getByLabelText("No"));
  expect(scroll).not.toHaveBeenCalled();
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(scroll).toHaveBeenCalledOnce();
});

it("switches one answer by its number", async () => {
  const { user, seen } = open();
  await user.keyboard("2");
  expect(seen.answer?.votes).toEqual({ one_sentence: true });
  await user.keyboard("2");
  expect(seen.answer?.votes).toEqual({ one_sentence: false });
});

it("takes answers by pointer, too", async () => {
  const { user, seen } = open();
  await user.click(within(question("Is it free of opinion?")).getByLabelText("No"));
  expect(seen.answer?.votes).toEqual({ objective: false });
});

it("asks for a comment only where the project wants one", () => {
  open();
  expect(screen.queryByLabelText("Comment (optional)")).toBeNull();
});

it("keeps letters of the comment in the comment", async () => {
  const { user, seen } = open(voteAssignment({}, { ask_comment: true }));
  await user.type(screen.getByLabelText("Comment (optional)"), "yes, 12");
  expect(seen.answer).toEqual({ votes: {}, comment: "yes, 12" });
});

it("leads to the question that was left open", () => {
  open(voteAssignment(), [{ key: "votes.objective", code: "vote_missing", message: "Answer this." }]);
  expect(within(question("Is it free of opinion?")).getByLabelText("Yes")).toHaveFocus();
  expect(screen.getByText("Answer this.")).toBeInTheDocument();
});

it("finds the same votes the same, whatever their order and however open ones are written", () => {
  const one = { votes: { a: true, b: null }, comment: "" };
  expect(voteKind.editor.isSame(one, { votes: { a: true }, comment: "" })).toBe(true);
  expect(voteKind.editor.isSame(one, { votes: { a: false }, comment: "" })).toBe(false);
  expect(voteKind.editor.isEmpty({ votes: { a: null }, comment: " " })).toBe(true);
});

it("has no serious accessibility problem", async () => {
  open(voteAssignment({}, { ask_comment: true }));
  expect(await accessibilityProblems()).toEqual([]);
});
