import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { renderWithProviders } from "@/testing/render";
import { WhatToDo } from "./what-to-do";

beforeEach(() => localStorage.clear());

function isOpenAt(task: number, kind = "objects"): boolean {
  const view = renderWithProviders(<WhatToDo kind={kind} task={task} sentences={["Find.", "Write.", "Check."]} />);
  const isOpen = screen.getByRole("group").hasAttribute("open");
  view.unmount();
  return isOpen;
}

test("what to do is said at the first task of a kind, also after a reload, and later only when asked for", () => {
  expect([isOpenAt(1), isOpenAt(1), isOpenAt(2)]).toEqual([true, true, false]);
  expect(isOpenAt(3, "description")).toBe(true);
});

test("who hides or opens what to do finds it so from then on", async () => {
  const view = renderWithProviders(<WhatToDo kind="objects" task={1} sentences={["Find."]} />);
  await userEvent.click(screen.getByText("What to do"));
  view.unmount();
  expect(isOpenAt(1)).toBe(false);
  const again = renderWithProviders(<WhatToDo kind="objects" task={2} sentences={["Find."]} />);
  await userEvent.click(screen.getByText("What to do"));
  again.unmount();
  expect(isOpenAt(3)).toBe(true);
});
