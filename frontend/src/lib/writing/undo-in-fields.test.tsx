import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pageBelongsTo } from "@/api/transport";
import { UndoInFields } from "@/app/undo-in-fields";
import { forgetHistories, forgetHistory, historiesBelongTo, writeHistories } from "@/lib/safe-work";
import { replaceIn } from "./replace";

function Field({ task, start = "" }: { task: number; start?: string }) {
  const [text, setText] = useState(start);
  return (
    <main data-task={task}>
      <UndoInFields />
      <textarea data-undo="text" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <div data-history="label">
        <input aria-label="of boxes" />
      </div>
    </main>
  );
}

function field() {
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: "" });
}

beforeEach(() => {
  pageBelongsTo(7);
  historiesBelongTo(7);
  // However long the machine takes, nobody has paused.
  vi.spyOn(performance, "now").mockReturnValue(1);
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetHistories();
  pageBelongsTo(null);
});

it("takes back a run of typing by key, and does it again by either key", async () => {
  const user = userEvent.setup();
  render(<Field task={1} />);
  await user.type(field(), "A red kite");
  await user.keyboard("{Control>}z{/Control}");
  expect(field()).toHaveValue("");
  await user.keyboard("{Control>}y{/Control}");
  expect(field()).toHaveValue("A red kite");
  await user.keyboard("{Meta>}z{/Meta}");
  expect(field()).toHaveValue("");
  await user.keyboard("{Meta>}{Shift>}z{/Shift}{/Meta}");
  expect(field()).toHaveValue("A red kite");
});

it("takes the browser's own undo for the same, and words put in by a button as one step", async () => {
  const user = userEvent.setup();
  render(<Field task={1} />);
  await user.type(field(), "A red kite");
  replaceIn(field(), [2, 5], "blue");
  await user.type(field(), "s", { initialSelectionStart: 11 });
  for (const left of ["A blue kite", "A red kite", ""]) {
    const native = new InputEvent("beforeinput", { inputType: "historyUndo", bubbles: true, cancelable: true });
    field().dispatchEvent(native);
    expect(native.defaultPrevented).toBe(true);
    await expect.poll(() => field().value).toBe(left);
  }
});

it("goes on after a reload of the same task, for the same person, and nowhere else", async () => {
  const user = userEvent.setup();
  const first = render(<Field task={1} />);
  await user.type(field(), "Seen before");
  writeHistories();
  first.unmount();
  const other = render(<Field task={2} start="Seen before" />);
  await user.click(field());
  await user.keyboard("{Control>}z{/Control}");
  expect(field()).toHaveValue("Seen before");
  other.unmount();
  pageBelongsTo(8);
  const stranger = render(<Field task={1} start="Seen before" />);
  await user.click(field());
  await user.keyboard("{Control>}z{/Control}");
  expect(field()).toHaveValue("Seen before");
  stranger.unmount();
  pageBelongsTo(7);
  render(<Field task={1} start="Seen before" />);
  await user.click(field());
  await user.keyboard("{Control>}z{/Control}");
  expect(field()).toHaveValue("");
});

it("is gone once the task is over, or somebody has signed out", async () => {
  const user = userEvent.setup();
  const { unmount } = render(<Field task={1} />);
  await user.type(field(), "Handed in");
  writeHistories();
  expect(Object.keys(localStorage)).toContain("annotate:history:1");
  forgetHistory("1");
  writeHistories();
  expect(Object.keys(localStorage)).not.toContain("annotate:history:1");
  await user.type(field(), " twice");
  forgetHistories();
  historiesBelongTo(null);
  await user.type(field(), " and more");
  writeHistories();
  unmount();
  expect(Object.keys(localStorage).filter((name) => name.startsWith("annotate:history:"))).toEqual([]);
});

it("leaves fields to the history of boxes that they belong to", async () => {
  const user = userEvent.setup();
  render(<Field task={1} />);
  const other = screen.getByLabelText("of boxes");
  await user.type(other, "cup{Control>}z{/Control}");
  expect(other).toHaveValue("cup");
});
