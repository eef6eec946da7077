import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CaptionAnswer } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { CANNED, captionAssignment } from "../fixtures-for-tests";
import type { PlacedFinding, PlacedProblem } from "../kind";
import { CaptionWorkbench } from "./caption-workbench";
import { captionKind } from ".";
import { toggleIssue, wholeCaption } from "./settings";

interface More {
  initial?: Partial<CaptionAnswer>;
  problems?: PlacedProblem[];
  findings?: PlacedFinding[];
  attempt?: number;
}

function open(assignment: ReturnType<typeof captionAssignment> = captionAssignment(), more: More = {}) {
  const seen: { answer: CaptionAnswer | null } = { answer: null };
  const onChange = vi.fn((answer: CaptionAnswer) => void (seen.answer = answer));
  const scratch = { reason: null, canStart: false, start: vi.fn(), goBack: null };
  function Opened() {
    const [attempt] = useState(more.attempt ?? 0);
    return (
      <CaptionWorkbench
        assignment={assignment}
        initial={wholeCaption(more.initial ?? {})}
        onChange={onChange}
        problems={more.problems ?? []}
        findings={more.findings ?? []}
        attempt={attempt}
        isReadOnly={false}
        scratch={scratch}
      />
    );
  }
  const view = renderWithProviders(
    <ShortcutsProvider>
      <Opened />
    </ShortcutsProvider>,
  );
  return { ...view, seen, user: userEvent.setup() };
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Caption");

beforeEach(() => localStorage.clear());

describe("the canned text", () => {
  it("takes one press, and another brings back what was typed", async () => {
    const { user, seen } = open();
    await user.type(field(), "A blue");
    await user.click(screen.getByRole("button", { name: "Too poor to recognise anything" }));
    expect(seen.answer).toMatchObject({ text: CANNED, canned: true });
    expect(field()).toHaveAttribute("readonly");
    await user.click(screen.getByRole("button", { name: "Write a caption after all" }));
    expect(seen.answer).toMatchObject({ text: "A blue", canned: false });
    expect(field()).toHaveFocus();
  });

  it("keeps what was typed even when the page is opened anew", async () => {
    const first = open();
    await first.user.type(field(), "A blue");
    await first.user.click(screen.getByRole("button", { name: "Too poor to recognise anything" }));
    first.unmount();
    const { user, seen } = open(captionAssignment(), { initial: { text: CANNED, canned: true } });
    await user.click(screen.getByRole("button", { name: "Write a caption after all" }));
    expect(seen.answer).toMatchObject({ text: "A blue", canned: false });
  });

  it("is not offered where the project has none", () => {
    open(captionAssignment({}, { canned_text: null }));
    expect(screen.queryByRole("button", { name: "Too poor to recognise anything" })).toBeNull();
  });
});

describe("the questions about the image", () => {
  it("are answered by keys alone", async () => {
    const { user, seen } = open();
    await user.keyboard("y");
    expect(seen.answer?.text_detected).toBe(true);
    await user.keyboard("n13");
    expect(seen.answer).toMatchObject({ text_detected: false, quality_issues: ["blur", "dark"] });
    await user.keyboard("c");
    expect(seen.answer?.canned).toBe(true);
  });

  it("leave letters in the caption alone", async () => {
    const { user, seen } = open();
    await user.type(field(), "yn1c");
    expect(seen.answer).toMatchObject({ text: "yn1c", text_detected: null, quality_issues: [], canned: false });
  });

  it("know that nothing is wrong excludes everything else", () => {
    expect(toggleIssue(["blur", "dark"], "none")).toEqual(["none"]);
    expect(toggleIssue(["none"], "dark")).toEqual(["dark"]);
    expect(toggleIssue(["dark"], "blur")).toEqual(["blur", "dark"]);
    expect(toggleIssue(["blur"], "blur")).toEqual([]);
  });

  it("ask for words only when something else is wrong", async () => {
    const { user, seen } = open();
    expect(screen.queryByLabelText("What else is wrong?")).toBeNull();
    await user.click(screen.getByLabelText("Something else"));
    await user.type(screen.getByLabelText("What else is wrong?"), "A thumb");
    expect(seen.answer).toMatchObject({ quality_issues: ["other"], quality_other: "A thumb" });
  });

  it("are not asked where the project does not ask them", () => {
    open(captionAssignment({}, { ask_text: false, ask_quality: false }));
    expect(screen.queryByText("Is there text in the image?")).toBeNull();
    expect(screen.queryByText("What is wrong with the image?")).toBeNull();
  });
});

describe("text found in the image", () => {
  const tokens = [
    { text: "STOP", box: { x: 10, y: 10, width: 60, height: 20 } },
    { text: "4 km", box: { x: 10, y: 60, width: 60, height: 20 } },
  ];
  const reading = () => captionAssignment({ tokens }, { must_read_text: true, canned_text: null });

  it("goes into the caption at the cursor with one press", async () => {
    const { user, seen } = open(reading(), { initial: { text: "A sign says twice." } });
    field().setSelectionRange(11, 11);
    await user.click(screen.getByRole("button", { name: "Insert STOP" }));
    expect(seen.answer?.text).toBe("A sign says STOP twice.");
  });

  it("lights its box while one points at it", async () => {
    const { user } = open(reading());
    const box = screen.getByRole("button", { name: /2 of 2: 4 km/ });
    expect(box).not.toHaveAttribute("data-lit");
    await user.hover(screen.getByRole("button", { name: "Insert 4 km" }));
    expect(box).toHaveAttribute("data-lit");
    expect(screen.getByRole("button", { name: /^Box 1 of 2|1 of 2:/ })).not.toHaveAttribute("data-lit");
  });

  it("says so where there is none", () => {
    open(captionAssignment({}, { must_read_text: true }));
    expect(screen.getByText(/^No text is listed for this image/)).toBeInTheDocument();
  });
});

describe("what the rules say", () => {
  const findings: PlacedFinding[] = [
    {
      key: "text",
      code: "banned_opening",
      message: "Begin with what is there.",
      severity: "error",
      span: [0, 8],
      text: "There is a cat",
    },
    {
      key: "text_detected",
      code: "text_question_open",
      message: "Say yes or no.",
      severity: "error",
      span: null,
      text: null,
    },
  ];

  it("stands beside the part it is about, and a press selects the words meant", async () => {
    const { user } = open(captionAssignment(), { initial: { text: "There is a cat" }, findings });
    await user.click(screen.getByRole("button", { name: "Select the words: There is" }));
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 8]);
    const question = screen.getByRole("radiogroup", { name: "Is there text in the image?" }).closest("[data-part]");
    expect(within(question as HTMLElement).getByText("Say yes or no.")).toBeInTheDocument();
  });

  it("is what the field is described by, also once it was refused", () => {
    const problems = [{ key: "text", code: "banned_opening", message: "Begin with what is there." }];
    open(captionAssignment(), { initial: { text: "There is a cat" }, findings, problems, attempt: 1 });
    expect(field()).toHaveAccessibleDescription(/Begin with what is there\./);
    expect(field()).toBeInvalid();
  });

  it("is fixed by one key in the caption", async () => {
    const fix = { span: [0, 10], text: "A" } as const;
    const { user, seen } = open(captionAssignment(), {
      initial: { text: "There is a cat" },
      findings: findings.map((finding) => (finding.key === "text" ? { ...finding, fix } : finding)),
    });
    await user.click(field());
    await user.keyboard("{Alt>}{Enter}{/Alt}");
    expect(seen.answer?.text).toBe("A cat");
  });

  it("leads to the first thing that was refused", () => {
    const problems = [{ key: "quality_issues", code: "quality_missing", message: "Choose one." }];
    open(captionAssignment(), { problems, attempt: 1 });
    expect(screen.getByLabelText("Blurred")).toHaveFocus();
    expect(screen.getByText("Choose one.")).toBeInTheDocument();
  });

  it("comes from the server alone: nothing is refused here", () => expect(captionKind.editor.check()).toEqual([]));
});

it("has no serious accessibility problem", async () => {
  open(captionAssignment({ tokens: [{ text: "STOP", box: { x: 1, y: 1, width: 9, height: 9 } }] }));
  expect(await accessibilityProblems()).toEqual([]);
});
