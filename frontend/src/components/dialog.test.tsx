import { Button, Menu } from "@mantine/core";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderWithProviders } from "@/testing/render";
import { Dialog } from "./dialog";

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button>Acts</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen(true)}>Rename</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button onClick={() => setOpen(true)}>Rename at once</Button>
      {isOpen && (
        <Dialog opened onClose={() => setOpen(false)} title="New name">
          <input aria-label="Name" />
        </Dialog>
      )}
    </>
  );
}

async function leave() {
  expect(await screen.findByRole("dialog", { name: "New name" })).toBeVisible();
  await waitFor(() => expect(screen.getByRole("dialog")).toContainElement(document.activeElement as HTMLElement));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
}

test("a dialog that is there only while open gives the focus back to its button", async () => {
  renderWithProviders(<Page />);
  screen.getByRole("button", { name: "Rename at once" }).focus();
  await userEvent.keyboard("{Enter}");
  await leave();
  expect(screen.getByRole("button", { name: "Rename at once" })).toHaveFocus();
});

test("a dialog opened from a menu gives the focus back to the button of the menu", async () => {
  renderWithProviders(<Page />);
  screen.getByRole("button", { name: "Acts" }).focus();
  await userEvent.keyboard("{Enter}");
  const item = await screen.findByRole("menuitem", { name: "Rename" });
  item.focus();
  await userEvent.keyboard("{Enter}");
  await leave();
  expect(screen.getByRole("button", { name: "Acts" })).toHaveFocus();
});
