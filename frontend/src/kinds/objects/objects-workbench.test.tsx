import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ObjectAnswer, ObjectsAnswer } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { FakeServer } from "@/testing/fake-server";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { objectsAssignment, seedObject } from "../fixtures-for-tests";
import type { PlacedProblem } from "../kind";
import { LabelField } from "./label-field";
import { ObjectsWorkbench } from "./objects-workbench";

const cat = seedObject("cat", "cat", 20, 20, 100);
const bowl = seedObject("bowl", "bowl", 200, 200);
const toy = seedObject("toy", "toy mouse", 300, 100);

const noScratch = { reason: null, canStart: false, start: () => undefined, goBack: null };

function open(
  objects: ObjectAnswer[],
  more: { problems?: PlacedProblem[]; attempt?: number; server?: FakeServer } = {},
) {
  const onChange = vi.fn<(answer: ObjectsAnswer) => void>();
  const view = renderWithProviders(
    <ShortcutsProvider>
      <ObjectsWorkbench
        assignment={objectsAssignment(objects)}
        initial={{ objects }}
        onChange={onChange}
        problems={more.problems ?? []}
        findings={[]}
        attempt={more.attempt ?? 0}
        isReadOnly={false}
        scratch={noScratch}
      />
    </ShortcutsProvider>,
    more.server,
  );
  const answer = () => onChange.mock.lastCall?.[0].objects ?? [];
  return { ...view, answer, onChange, user: userEvent.setup() };
}

const boxOf = (name: RegExp) => screen.getByRole("button", { name });
const rows = () => within(screen.getByRole("list", { name: /most salient/ })).getAllByRole("listitem");

/** jsdom has no layout: the canvas counts as 800 x 600, where the 400 x 300 image is shown 1.92 times. */
const VIEW = { scale: 1.92, x: 16, y: 12 };
function drag(from: [number, number], to: [number, number]) {
  const canvas = screen.getByRole("group", { name: "Image with boxes" });
  const at = ([x, y]: [number, number]) => ({
    clientX: x * VIEW.scale + VIEW.x,
    clientY: y * VIEW.scale + VIEW.y,
    pointerId: 1,
    button: 0,
    pointerType: "mouse",
  });
  fireEvent.pointerDown(canvas, at(from));
  fireEvent.pointerMove(canvas, at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  fireEvent.pointerMove(canvas, at(to));
  fireEvent.pointerUp(canvas, at(to));
}

beforeAll(async () => void (await LabelField.fetch()));
beforeEach(() => localStorage.clear());

describe("drawing", () => {
  it("begins with the drawing tool when there is nothing yet, and leads on to the label", async () => {
    const { answer, user } = open([]);
    drag([100, 50], [150, 120]);
    await waitFor(() => expect(screen.getByLabelText("Label of object 1")).toHaveFocus());
    await user.keyboard("red ball");
    expect(answer()).toHaveLength(1);
    expect(answer()[0]).toMatchObject({
      label: "red ball",
      box: { x: 100, y: 50, width: 50, height: 70 },
      derived_from: [],
    });
  });

  it("draws inside another box with the tool of R or N", async () => {
    const { answer, user } = open([cat]);
    await user.keyboard("n");
    drag([40, 40], [60, 60]);
    expect(answer().map((item) => item.box)).toEqual([cat.box, { x: 40, y: 40, width: 20, height: 20 }]);
  });
});

describe("moving and resizing", () => {
  it("moves the box under the pointer and undoes the whole drag at once", async () => {
    const { answer, user } = open([cat, bowl]);
    drag([210, 210], [230, 200]);
    expect(answer()[1]?.box).toEqual({ x: 220, y: 190, width: 40, height: 40 });
    await user.keyboard("{Control>}z{/Control}");
    expect(answer()[1]?.box).toEqual(bowl.box);
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    expect(answer()[1]?.box.x).toBe(220);
  });

  it("breaks a drag off with Escape", () => {
    const { answer } = open([cat]);
    const canvas = screen.getByRole("group", { name: "Image with boxes" });
    const at = (x: number) => ({ clientX: x, clientY: 100, pointerId: 1, button: 0 });
    fireEvent.pointerDown(canvas, at(100));
    fireEvent.pointerMove(canvas, at(180));
    fireEvent.keyDown(canvas, { key: "Escape" });
    expect(answer()[0]?.box).toEqual(cat.box);
  });

  it("nudges by one pixel, by ten with Shift, and resizes with Alt - from the keyboard alone", async () => {
    const { answer, user } = open([cat, bowl]);
    act(() => boxOf(/^2 of 2: bowl/).focus());
    await user.keyboard(" {ArrowRight}{Shift>}{ArrowDown}{/Shift}");
    expect(answer()[1]?.box).toEqual({ x: 201, y: 210, width: 40, height: 40 });
    await user.keyboard("{Alt>}{ArrowRight}{Shift>}{ArrowUp}{/Shift}{/Alt}");
    expect(answer()[1]?.box).toEqual({ x: 201, y: 210, width: 41, height: 30 });
    expect(answer()[0]).toEqual(cat);
  });

  it("says aloud what happened", async () => {
    const { user } = open([cat]);
    act(() => boxOf(/^1 of 1: cat/).focus());
    await user.keyboard(" {ArrowRight}");
    expect(await screen.findByText("Box 100 by 100 at 21, 20")).toBeInTheDocument();
  });
});

describe("removing, merging, splitting, ordering", () => {
  it("removes the ticked ones with Delete while the tick still has the focus, but never from a field", async () => {
    const { answer, user } = open([cat, bowl, toy]);
    await user.click(screen.getByRole("checkbox", { name: "Select object 1" }));
    await user.click(screen.getByRole("checkbox", { name: "Select object 3" }));
    expect(screen.getByRole("checkbox", { name: "Select object 3" })).toHaveFocus();
    await user.keyboard("{Delete}");
    expect(answer().map((item) => item.id)).toEqual(["bowl"]);
    const label = screen.getByLabelText("Label of object 1");
    label.focus();
    await user.keyboard("{Delete}");
    expect(label).toHaveFocus();
    expect(rows()).toHaveLength(1);
  });

  it("removes with Delete and offers to bring it back", async () => {
    const { answer, user } = open([cat, bowl]);
    act(() => boxOf(/^2 of 2: bowl/).focus());
    await user.keyboard("{Delete}");
    expect(answer()).toEqual([cat]);
    await user.click(within(screen.getByRole("region", { name: /Objects of/ })).getByRole("button", { name: "Undo" }));
    expect(answer()).toEqual([cat, bowl]);
  });

  it("merges what is selected with M and keeps the lineage", async () => {
    const { answer, user } = open([cat, bowl, toy]);
    await user.click(screen.getByLabelText("Select object 1"));
    await user.click(screen.getByLabelText("Select object 3"));
    act(() => screen.getByLabelText("Select object 3").blur());
    await user.keyboard("m");
    expect(answer().map((item) => item.label)).toEqual(["cat, toy mouse", "bowl"]);
    expect(answer()[0]?.derived_from).toEqual(["cat", "toy"]);
    expect(rows()[0]).toHaveTextContent("Merged");
  });

  it("splits with Shift+M into two of the same origin", async () => {
    const { answer, user } = open([cat]);
    act(() => boxOf(/^1 of 1: cat/).focus());
    await user.keyboard("{Shift>}m{/Shift}");
    expect(answer().map((item) => item.derived_from)).toEqual([["cat"], ["cat"]]);
  });

  it("duplicates with Ctrl+D, puts the focus on the twin's box and takes it back in one step", async () => {
    const { answer, user } = open([cat, bowl]);
    act(() => boxOf(/^1 of 2: cat/).focus());
    await user.keyboard("{Control>}d{/Control}");
    expect(answer().map((item) => [item.label, item.derived_from])).toEqual([
      ["cat", ["cat"]],
      ["cat", []],
      ["bowl", ["bowl"]],
    ]);
    await waitFor(() => expect(boxOf(/^2 of 3: cat/)).toHaveFocus());
    await user.keyboard("{ArrowDown}");
    expect(answer()[1]?.box).toEqual({ ...cat.box, x: 45, y: 46 });
    await user.keyboard("{Control>}zz{/Control}");
    expect(answer()).toEqual([cat, bowl]);
  });

  it("moves an object up and down the list from its box with , and . and says where it is", async () => {
    const { answer, user } = open([cat, bowl, toy]);
    act(() => boxOf(/^3 of 3: toy/).focus());
    await user.keyboard(",,");
    expect(answer().map((item) => item.id)).toEqual(["toy", "cat", "bowl"]);
    expect(await screen.findByText("toy mouse is now 1 of 3")).toBeInTheDocument();
    await user.keyboard(".");
    expect(answer().map((item) => item.id)).toEqual(["cat", "toy", "bowl"]);
    expect(boxOf(/^2 of 3: toy/)).toHaveFocus();
  });

  it("goes on to the next box when the one with the focus is removed", async () => {
    const { user } = open([cat, bowl, toy]);
    act(() => boxOf(/^2 of 3: bowl/).focus());
    await user.keyboard("{Delete}");
    await waitFor(() => expect(boxOf(/^2 of 2: toy/)).toHaveFocus());
    await user.keyboard("{Delete}");
    await waitFor(() => expect(boxOf(/^1 of 1: cat/)).toHaveFocus());
    await user.keyboard("{Delete}");
    expect(document.activeElement).not.toBe(document.body);
  });

  it("selects all objects and none with the tick above the list", async () => {
    const { answer, user } = open([cat, bowl, toy]);
    await user.click(screen.getByRole("checkbox", { name: "Select all objects" }));
    expect(screen.getByText("3 selected")).toBeInTheDocument();
    await user.keyboard("{Delete}");
    expect(answer()).toEqual([]);
  });

  it("changes the order with the arrow keys on the grip", async () => {
    const { answer, user } = open([cat, bowl, toy]);
    act(() => screen.getByRole("button", { name: /Move object 3/ }).focus());
    await user.keyboard("{ArrowUp}");
    expect(answer().map((item) => item.id)).toEqual(["cat", "toy", "bowl"]);
  });
});

describe("writing", () => {
  it("shows what became of an object of the starting text", async () => {
    const { answer, user } = open([cat]);
    expect(rows()[0]).toHaveTextContent("From the starting text");
    act(() => boxOf(/^1 of 1: cat/).focus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByLabelText("Label of object 1")).toHaveFocus());
    await user.keyboard(" asleep");
    expect(rows()[0]).toHaveTextContent("Edited");
    expect(answer()[0]).toMatchObject({ id: "cat", label: "cat asleep", derived_from: ["cat"] });
  });

  it("does not take letters of a text for shortcuts", async () => {
    const { answer, user } = open([cat]);
    await user.click(within(rows()[0]!).getByRole("button", { name: /^cat/ }));
    const field = screen.getByLabelText("Description of object 1");
    await user.clear(field);
    await user.type(field, "normal hazy 10 + 2");
    expect(answer()).toHaveLength(1);
    expect(answer()[0]?.description).toBe("normal hazy 10 + 2");
    expect(screen.getByRole("button", { name: "Hide all boxes" })).toBeInTheDocument();
  });

  it("suggests the labels of the other objects, never the one being typed", async () => {
    const { answer, user } = open([cat, bowl]);
    await user.click(within(rows()[0]!).getByRole("button", { name: /^cat/ }));
    const label = screen.getByLabelText("Label of object 1");
    await user.clear(label);
    await user.type(label, "b");
    expect(screen.getAllByRole("option", { hidden: true }).map((option) => option.textContent)).toEqual(["bowl"]);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(answer()[0]?.label).toBe("bowl");
  });

  it("offers what others of the project call such things, and says how often", async () => {
    const { answer, user } = open([cat], {
      server: new FakeServer().on("GET", "/api/v1/assignments/7/labels", () => ({
        labels: [
          { label: "bottle", count: 12 },
          { label: "bowl of fruit", count: 3 },
        ],
      })),
    });
    await user.click(within(rows()[0]!).getByRole("button", { name: /^cat/ }));
    const label = screen.getByLabelText("Label of object 1");
    await user.clear(label);
    await user.type(label, "bo");
    expect(await screen.findByRole("option", { name: /bottle/, hidden: true })).toHaveTextContent("12");
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    expect(answer()[0]?.label).toBe("bowl of fruit");
  });

  it("leads from the label to the description with Enter, and any label may be typed", async () => {
    const { answer, user } = open([cat]);
    await user.click(within(rows()[0]!).getByRole("button", { name: /^cat/ }));
    await user.clear(screen.getByLabelText("Label of object 1"));
    await user.type(screen.getByLabelText("Label of object 1"), "tabby{Enter}");
    expect(screen.getByLabelText("Description of object 1")).toHaveFocus();
    expect(answer()[0]?.label).toBe("tabby");
  });

  it("takes the browser's own undo for the same history", async () => {
    const { answer, user } = open([cat]);
    await user.click(within(rows()[0]!).getByRole("button", { name: /^cat/ }));
    const label = screen.getByLabelText("Label of object 1");
    await user.type(label, "s");
    const native = new InputEvent("beforeinput", { inputType: "historyUndo", bubbles: true, cancelable: true });
    act(() => void label.dispatchEvent(native));
    expect(native.defaultPrevented).toBe(true);
    expect(answer()[0]?.label).toBe("cat");
  });

  it("goes through the same field of all objects with Alt and the arrows", async () => {
    const { user } = open([cat, bowl]);
    await user.click(within(rows()[0]!).getByRole("button", { name: /^cat/ }));
    await user.click(screen.getByLabelText("Description of object 1"));
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await waitFor(() => expect(screen.getByLabelText("Description of object 2")).toHaveFocus());
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(await screen.findByText("This is the last object")).toBeInTheDocument();
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await waitFor(() => expect(screen.getByLabelText("Description of object 1")).toHaveFocus());
  });

  it("leads to the next object that lacks words with Alt+N, also from a field", async () => {
    const { user } = open([cat, { ...bowl, description: "" }, { ...toy, label: "" }]);
    expect(screen.getByRole("button", { name: "2 to write" })).toBeInTheDocument();
    await user.keyboard("{Alt>}n{/Alt}");
    await waitFor(() => expect(screen.getByLabelText("Description of object 2")).toHaveFocus());
    await user.keyboard("A bowl.{Alt>}n{/Alt}");
    await waitFor(() => expect(screen.getByLabelText("Label of object 3")).toHaveFocus());
    await user.keyboard("ball");
    expect(screen.getAllByText("All written")[0]).toBeInTheDocument();
  });

  it("moves and sizes a box by its numbers, inside the image, and takes that back", async () => {
    const { answer, user } = open([cat]);
    await user.click(within(rows()[0]!).getByRole("button", { name: /^cat/ }));
    const left = screen.getByRole("spinbutton", { name: /^X/ });
    await user.clear(left);
    await user.type(left, "999");
    expect(answer()[0]?.box).toEqual({ ...cat.box, x: 300 });
    await user.tab();
    expect(left).toHaveValue(300);
    await user.keyboard("{Control>}z{/Control}");
    expect(answer()[0]?.box).toEqual(cat.box);
    expect(left).toHaveValue(20);
  });

  it("shows one point to look at after the other with Alt+A while one writes", async () => {
    const { user } = open([cat]);
    await user.click(within(rows()[0]!).getByRole("button", { name: /^cat/ }));
    await user.click(screen.getByLabelText("Description of object 1"));
    await user.keyboard("{Alt>}aa{/Alt}");
    expect(screen.getByRole("button", { name: "Shape" })).toHaveAttribute("aria-pressed", "true");
    expect(screen.getByLabelText("Description of object 1")).toHaveFocus();
  });

  it("has the guideline axes at hand, each with a question", async () => {
    const { user } = open([cat]);
    await user.click(within(rows()[0]!).getByRole("button", { name: /^cat/ }));
    await user.click(screen.getByRole("button", { name: "Text on it" }));
    expect(screen.getByText(/exactly as written/)).toBeInTheDocument();
  });

  it("shows problems at their field and goes to the first", async () => {
    open([cat, bowl], {
      attempt: 1,
      problems: [{ key: "bowl.description", code: "description_missing", message: "Describe this object." }],
    });
    await waitFor(() => expect(screen.getByLabelText("Description of object 2")).toHaveFocus());
    expect(screen.getByText("Describe this object.")).toBeInTheDocument();
    expect(screen.getByLabelText("Description of object 2")).toBeInvalid();
  });
});

it("lights up both ways and hides all boxes with H", async () => {
  const { user, container } = open([cat, bowl]);
  await user.hover(rows()[1]!);
  expect(container.querySelector('[data-box-id="bowl"]')?.getAttribute("class")).toContain("hovered");
  act(() => boxOf(/1 of 2: cat/).focus());
  await waitFor(() => expect(rows()[0]).toHaveAttribute("data-hovered"));
  await user.keyboard("h");
  expect(screen.queryByRole("button", { name: /1 of 2: cat/ })).not.toBeInTheDocument();
  await user.keyboard("h");
  expect(boxOf(/1 of 2: cat/)).toBeInTheDocument();
});

it("has no serious accessibility finding, closed and open", async () => {
  const { user, container } = open([cat, bowl]);
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(within(rows()[0]!).getByRole("button", { name: /^cat/ }));
  expect(await accessibilityProblems(container)).toEqual([]);
});
