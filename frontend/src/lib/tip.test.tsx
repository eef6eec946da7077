import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Tip } from "./tip";

function open(isOff = false) {
  render(
    <MantineProvider>
      <Tip label="Undo (Ctrl Z)" isOff={isOff}>
        <button aria-label="Undo">u</button>
      </Tip>
    </MantineProvider>,
  );
  return screen.getByRole("button", { name: "Undo" });
}

test("a tip comes after a moment over its button, describes it, and goes with the pointer", async () => {
  const button = open();
  await userEvent.hover(button);
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Undo (Ctrl Z)");
  expect(button).toHaveAccessibleDescription("Undo (Ctrl Z)");
  await userEvent.unhover(button);
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
  expect(button).not.toHaveAttribute("aria-describedby");
});

test("a tip comes with the keyboard and goes with Escape, and the focus stays", async () => {
  const button = open();
  await userEvent.tab();
  expect(await screen.findByRole("tooltip")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
  expect(button).toHaveFocus();
});

test("a press takes the tip away", async () => {
  const button = open();
  await userEvent.hover(button);
  await screen.findByRole("tooltip");
  await userEvent.pointer({ target: button, keys: "[MouseLeft>]" });
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});

test("a tip that is off does not come", async () => {
  const button = open(true);
  await userEvent.hover(button);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(screen.queryByRole("tooltip")).toBeNull();
});
