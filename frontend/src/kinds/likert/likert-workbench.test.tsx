import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { ScoresAnswer } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { AnswerView } from "../answer-view";
import { likertAssignment } from "../fixtures-for-tests";
import { LikertWorkbench } from "./likert-workbench";

function open(settings: object = {}) {
  const seen: { answer: ScoresAnswer | null } = { answer: null };
  renderWithProviders(
    <ShortcutsProvider>
      <LikertWorkbench
        assignment={likertAssignment({}, settings)}
        initial={{ scores: {} }}
        onChange={(answer) => void (seen.answer = answer)}
        problems={[]}
        findings={[]}
        attempt={0}
        isReadOnly={false}
        scratch={{ reason: null, canStart: false, start: vi.fn(), goBack: null }}
      />
    </ShortcutsProvider>,
  );
  return { seen, user: userEvent.setup() };
}

it("shows one text and five places between the ends the project named", () => {
  open();
  expect(screen.getByRole("region", { name: "Text" })).toBeInTheDocument();
  const places = within(screen.getByRole("radiogroup", { name: "Comprehensiveness" })).getAllByRole("radio");
  expect(places.map((place) => place.getAttribute("aria-label"))).toEqual(["1: useless", "2", "3", "4", "5: perfect"]);
  expect(screen.queryByRole("button", { name: "Mark differences" })).toBeNull();
});

it("takes the number that was pressed", async () => {
  const { user, seen } = open();
  await user.keyboard("4");
  expect(seen.answer?.scores).toEqual({ comprehensiveness: { score: 4, justification: "" } });
});

it("can be read afterwards, with settings or without", () => {
  const scores = { overall: { score: 1, justification: "" } };
  renderWithProviders(
    <>
      <AnswerView kind="likert.v1" answer={{ scores }} settings={likertAssignment().stage.settings} />
      <AnswerView answer={{ scores }} kind="likert.v1" />
    </>,
  );
  expect(screen.getByText("1: useless")).toBeInTheDocument();
  expect(screen.getByText("1: very poor")).toBeInTheDocument();
});

it("has no serious accessibility problem", async () => {
  open();
  expect(await accessibilityProblems()).toEqual([]);
});
