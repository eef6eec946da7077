import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Session } from "@/api/types";
import { sessionQuery } from "@/lib/queries/session";
import { renderWithProviders } from "@/testing/render";
import { WhatToDo } from "./what-to-do";

beforeEach(() => localStorage.clear());

function isOpenAt(task: number, kind = "objects"): boolean {
  const view = renderWithProviders(<WhatToDo kind={kind} task={task} sentences={["Find.", "Write.", "Check."]} />);
  const isOpen = screen.getByRole("group").hasAttribute("open");
  view.unmount();
  return isOpen;
}

test("what to do is said at the first tasks of a kind, also after a reload, and later only when asked for", () => {
  expect([1, 1, 2, 3, 4].map((task) => isOpenAt(task))).toEqual([true, true, true, true, false]);
  expect(isOpenAt(2)).toBe(true);
  expect(isOpenAt(4, "description")).toBe(true);
});

test("each account on a device is told anew", () => {
  const of = (id: number, task: number) => {
    const view = renderWithProviders(null);
    view.client.setQueryData(sessionQuery.queryKey, { user: { id } } as Session);
    view.rerender(
      <MantineProvider env="test">
        <QueryClientProvider client={view.client}>
          <WhatToDo kind="objects" task={task} sentences={["Find."]} />
        </QueryClientProvider>
      </MantineProvider>,
    );
    const isOpen = screen.getByRole("group").hasAttribute("open");
    view.unmount();
    return isOpen;
  };
  expect([1, 2, 3, 4].map((task) => of(7, task))).toEqual([true, true, true, false]);
  expect(of(8, 4)).toBe(true);
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
