import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Assignment } from "@/api/types";
import type { Command } from "@/canvas/keys";
import { ShortcutsProvider, useShortcuts } from "@/canvas/shortcuts";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { AnswerView } from "../answer-view";
import { likertAssignment } from "../fixtures-for-tests";
import type { PlacedProblem } from "../kind";
import { rankingKind } from ".";
import { RankingWorkbench } from "./ranking-workbench";
import type { Picture } from "../texts";
import type { RankingAnswer, RankingSettings } from "./types";

const LONG = "A grey cat sleeps on a red mat by the door. ".repeat(6).trim();
const SETTINGS: RankingSettings = {
  question: "Which text describes the image best?",
  help: "Think of somebody who cannot see it.",
  ties: true,
  justification: "optional",
};

const TEXTS = ["A cat.", LONG, "A grey cat sleeps."];

function assignment(
  settings: Partial<RankingSettings> = {},
  texts: readonly string[] = TEXTS,
  images: readonly Picture[] = [],
): Assignment<RankingAnswer, RankingSettings> {
  return {
    ...likertAssignment(),
    draft: null,
    texts: [],
    stage: {
      key: "ranking",
      title: "Ranking",
      title_code: null,
      kind: "ranking.v1",
      settings: { ...SETTINGS, ...settings },
    },
    start: { ranks: [], justification: "" },
    about: { kind: "texts.v1", answer: { texts: [...texts], images: [...images] } },
  };
}

interface Opening {
  settings?: Partial<RankingSettings>;
  texts?: readonly string[];
  images?: readonly Picture[];
  /** What the page around the workbench does at keys. */
  page?: readonly Command[];
  initial?: RankingAnswer;
  problems?: PlacedProblem[];
  isReadOnly?: boolean;
}

function Page({ commands, children }: { commands: readonly Command[]; children: ReactNode }) {
  useShortcuts("page", commands);
  return children;
}

function open({ settings, texts, images, page = [], initial, problems = [], isReadOnly = false }: Opening = {}) {
  const seen: { answer: RankingAnswer | null } = { answer: null };
  renderWithProviders(
    <ShortcutsProvider>
      <Page commands={page}>
        <RankingWorkbench
          assignment={assignment(settings, texts, images)}
          initial={initial ?? { ranks: [], justification: "" }}
          onChange={(answer) => void (seen.answer = answer)}
          problems={problems}
          findings={[]}
          attempt={problems.length > 0 ? 1 : 0}
          isReadOnly={isReadOnly}
          scratch={{ reason: null, canStart: false, start: vi.fn(), goBack: null }}
        />
      </Page>
    </ShortcutsProvider>,
  );
  return { seen, user: userEvent.setup() };
}

const card = (letter: string) => screen.getByRole("group", { name: new RegExp(`^Text ${letter}, `) });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const places = () =>
  within(screen.getByRole("region", { name: "Ranking" }))
    .queryAllByRole("listitem")
    .map((place) => within(place).getAllByRole("group").map((element) => element.getAttribute("data-text"))); // prettier-ignore
const RANKED = { ranks: [1, 2, 3], justification: "" };

it("asks the question and shows every text under a letter, none of them ranked", () => {
  open();
  expect(screen.getByRole("heading", { name: SETTINGS.question })).toBeInTheDocument();
  expect(screen.getByText(SETTINGS.help)).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "3 without a place" })).toBeInTheDocument();
  expect(within(card("C")).getByText("A grey cat sleeps.")).toBeInTheDocument();
});

describe("by keyboard alone", () => {
  it("digits give ranks, one text after the other, in any order", async () => {
    const { user, seen } = open();
    await user.keyboard("213");
    expect(seen.answer?.ranks).toEqual([2, 1, 3]);
    expect(places()).toEqual([["1"], ["0"], ["2"]]);
  });

  it("the same digit twice is a tie, and the ranks close up", async () => {
    const { user, seen } = open();
    await user.keyboard("331");
    expect(seen.answer?.ranks).toEqual([2, 2, 1]);
  });

  it("a letter marks a text, arrows move it and the focus stays with it", async () => {
    const { user, seen } = open({ initial: RANKED });
    await user.keyboard("c");
    expect(card("C")).toHaveFocus();
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(seen.answer?.ranks).toEqual([2, 3, 1]);
    expect(card("C")).toHaveFocus();
    expect(screen.getByText("Text C, place 1")).toBeInTheDocument();
    await user.keyboard("{ArrowDown}");
    expect(seen.answer?.ranks).toEqual([1, 3, 2]);
  });

  it("= ties with the place above and separates again", async () => {
    const { user, seen } = open({ initial: RANKED });
    await user.keyboard("b=");
    expect(seen.answer?.ranks).toEqual([1, 1, 2]);
    expect(screen.getByText("Text B, place 1, tied with A")).toBeInTheDocument();
    await user.keyboard("=");
    expect(seen.answer?.ranks).toEqual([1, 2, 3]);
  });

  it("Delete takes a text out, and every step can be taken back", async () => {
    const { user, seen } = open({ initial: RANKED });
    await user.keyboard("a{Delete}");
    expect(seen.answer?.ranks).toEqual([null, 1, 2]);
    await user.keyboard("{Control>}z{/Control}");
    expect(seen.answer?.ranks).toEqual([1, 2, 3]);
    await user.keyboard("{Control>}y{/Control}");
    expect(seen.answer?.ranks).toEqual([null, 1, 2]);
  });

  it("Alt+↓ goes on in the order on the page, and j leads to the reasons, where digits are digits", async () => {
    const { user, seen } = open({ initial: { ranks: [2, 1, 3], justification: "" } });
    await user.keyboard("b{Alt>}{ArrowDown}{/Alt}");
    expect(card("A")).toHaveFocus();
    await user.keyboard("jNames 2 more");
    expect(seen.answer).toEqual({ ranks: [2, 1, 3], justification: "Names 2 more" });
  });

  it("a letter marks its text whatever else the key does, and W leads to the reasons", async () => {
    const guidelines = vi.fn();
    const page: Command[] = [{ id: "guidelines", keys: ["g"], scope: "anywhere", run: guidelines }];
    const { user, seen } = open({ texts: Array.from({ length: 10 }, (_, at) => `Text ${String(at)}.`), page });
    for (const letter of "BFGIJ") {
      await user.keyboard(letter.toLowerCase());
      expect(card(letter)).toHaveFocus();
    }
    expect(guidelines).not.toHaveBeenCalled();
    await user.keyboard("wNames more");
    expect(seen.answer?.justification).toBe("Names more");
  });

  it("letters without a text stay what they are", async () => {
    const guidelines = vi.fn();
    const { user } = open({ page: [{ id: "guidelines", keys: ["g"], scope: "anywhere", run: guidelines }] });
    await user.keyboard("g");
    expect(guidelines).toHaveBeenCalledOnce();
  });

  it("nothing is tied where the study wants no ties", async () => {
    const { user, seen } = open({ settings: { ties: false } });
    await user.keyboard("111");
    expect(seen.answer?.ranks).toEqual([3, 2, 1]);
    await user.keyboard("a=");
    expect(seen.answer?.ranks).toEqual([3, 2, 1]);
    expect(screen.queryByRole("button", { name: /tie with/ })).toBeNull();
  });
});

describe("by buttons", () => {
  it("one press after the other ranks, and the names say where to", async () => {
    const { seen } = open();
    await press("Text B: to place 1");
    await press("Text A: to place 2");
    expect(seen.answer?.ranks).toEqual([2, 1, null]);
  });

  it("moves, ties, separates and takes out; the focus stays on the button", async () => {
    const { seen } = open({ initial: RANKED });
    await press("Text C: up");
    expect(seen.answer?.ranks).toEqual([1, 3, 2]);
    expect(screen.getByRole("button", { name: "Text C: up" })).toHaveFocus();
    await press("Text C: tie with the place above");
    expect(seen.answer?.ranks).toEqual([1, 2, 1]);
    await press("Text A: separate, below the others");
    expect(seen.answer?.ranks).toEqual([2, 3, 1]);
    await press("Text A: take out of the ranking");
    expect(seen.answer?.ranks).toEqual([null, 2, 1]);
    await press("Undo");
    expect(seen.answer?.ranks).toEqual([2, 3, 1]);
  });
});

describe("by pointer", () => {
  /** Steps of 100 px from the top, and below them what is not ranked. */
  function lay() {
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
      const steps = [...document.querySelectorAll("[data-step]")];
      const at = this.hasAttribute("data-unranked") ? steps.length : Math.max(steps.indexOf(this), 0);
      return new DOMRect(0, at * 100, 400, 100);
    });
  }
  afterEach(() => vi.restoreAllMocks());

  function drag(letter: string, y: number, last: "pointerUp" | "pointerCancel" = "pointerUp") {
    const grip = card(letter).querySelector("[data-grip]") as HTMLElement;
    fireEvent.pointerDown(grip, { button: 0, clientY: 0, pointerId: 1 });
    fireEvent.pointerMove(grip, { clientY: y, pointerId: 1 });
    fireEvent[last](grip, { pointerId: 1 });
  }

  it("drops between places, into one, and out of all", () => {
    lay();
    const { seen } = open({ initial: RANKED });
    drag("C", 10);
    expect(seen.answer?.ranks).toEqual([2, 3, 1]);
    drag("B", 150);
    expect(seen.answer?.ranks).toEqual([2, 2, 1]);
    drag("A", 260);
    expect(seen.answer?.ranks).toEqual([null, 2, 1]);
  });

  it("drops nothing where the drag was broken off", async () => {
    lay();
    const { seen, user } = open({ initial: RANKED });
    drag("C", 10, "pointerCancel");
    const grip = card("C").querySelector("[data-grip]") as HTMLElement;
    fireEvent.pointerDown(grip, { button: 0, clientY: 0, pointerId: 1 });
    fireEvent.pointerMove(grip, { clientY: 10, pointerId: 1 });
    await user.keyboard("{Escape}");
    fireEvent.pointerUp(grip, { pointerId: 1 });
    expect(seen.answer).toBeNull();
  });

  it("the middle of a place is no tie where there are none", () => {
    lay();
    const { seen } = open({ initial: RANKED, settings: { ties: false } });
    drag("C", 40);
    expect(seen.answer?.ranks).toEqual([2, 3, 1]);
  });
});

it("leads to the text that was refused, and says why", () => {
  open({
    initial: { ranks: [1, null, 2], justification: "" },
    problems: [{ key: "ranks[1]", code: "rank_missing", message: "Give text B a rank." }],
  });
  expect(card("B")).toHaveFocus();
  expect(screen.getByText("Give text B a rank.")).toBeInTheDocument();
});

it("changes nothing of what can only be read", async () => {
  const { seen, user } = open({ initial: RANKED, isReadOnly: true });
  await user.keyboard("a{ArrowDown}2{Delete}");
  expect(seen.answer).toBeNull();
  expect(screen.queryByRole("button", { name: "Text A: up" })).toBeNull();
});

it("long texts can be opened where they are cut", async () => {
  open();
  await press("More of text B");
  expect(screen.getByRole("button", { name: "Less of text B" })).toHaveAttribute("aria-expanded", "true");
});

it("can be read afterwards: order, ties, what is open, and why", () => {
  renderWithProviders(
    <AnswerView
      kind="ranking.v1"
      answer={{ ranks: [2, 1, 2, null], justification: "B alone names the door." }}
      settings={SETTINGS}
    />,
  );
  expect(screen.getAllByRole("listitem").map((place) => place.textContent)).toEqual(["B", "ACtied"]);
  expect(screen.getByText("Without a place: D")).toBeInTheDocument();
  expect(screen.getByText("B alone names the door.")).toBeInTheDocument();
});

it("answers that mean the same are the same", () => {
  const { isEmpty, isSame, empty, valueAt, keyOf, toText } = rankingKind.editor;
  const gap = { ranks: [3, 1, 3], justification: " because " };
  expect(isSame(gap, { ranks: [2, 1, 2], justification: "because" })).toBe(true);
  expect(isSame(gap, { ranks: [2, 1, 3], justification: "because" })).toBe(false);
  expect(isEmpty(empty()) && isEmpty({ ranks: [null, null], justification: " " })).toBe(true);
  expect(valueAt(gap, keyOf(gap, "ranks[1]"))).toBe("B > A = C");
  expect(toText(gap)).toContain("B > A = C");
});

it("has no serious accessibility problem", async () => {
  open({ initial: { ranks: [1, 1, null], justification: "" } });
  expect(await accessibilityProblems()).toEqual([]);
});

it("shows images under letters, and ranks them as texts are ranked", async () => {
  const images = ["a", "b"].map((letter) => ({ key: letter.repeat(36), width: 64, height: 48 }));
  const { seen } = open({ texts: [], images });
  expect(screen.getByRole("heading", { name: "2 without a place" })).toBeInTheDocument();
  const [first] = screen.getAllByRole("img", { name: /^Image [AB]/ });
  expect(first).toHaveAttribute("src", `/api/v1/stimuli/${"a".repeat(36)}/content?size=view`);
  await userEvent.click(screen.getByRole("button", { name: "Image B: to place 1" }));
  await userEvent.click(screen.getByRole("button", { name: "Image A: to place 2" }));
  expect(seen.answer?.ranks).toEqual([2, 1]);
  expect(await accessibilityProblems()).toEqual([]);
});
