import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keyStore } from "@/lib/key-store";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import type { Command } from "../keys";
import { ShortcutsProvider, useShortcuts } from "../shortcuts";
import { ShortcutsDialog } from "./shortcuts-dialog";

const merge = vi.fn();
const submit = vi.fn();

function Page() {
  const [isOpen, setOpen] = useState(false);
  const commands: Command[] = [
    { id: "merge", keys: ["m"], scope: "page", run: merge },
    { id: "split", keys: ["s"], scope: "page", run: () => undefined },
    { id: "nudge", keys: ["ArrowLeft", "shift+ArrowLeft"], scope: "canvas", run: () => undefined },
    { id: "nudge", keys: ["ArrowRight", "shift+ArrowRight"], scope: "canvas", run: () => undefined, isUnlisted: true },
  ];
  useShortcuts("objects", commands);
  useShortcuts("page", [
    { id: "submit", keys: ["mod+Enter"], scope: "anywhere", run: submit },
    { id: "help", keys: ["?", "F1"], scope: "anywhere", run: () => setOpen(true) },
  ]);
  return (
    <>
      <textarea aria-label="Text" />
      <ShortcutsDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

async function open() {
  const user = userEvent.setup();
  renderWithProviders(
    <ShortcutsProvider>
      <Page />
    </ShortcutsProvider>,
  );
  await user.keyboard("?");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  await within(dialog).findByText("Merge the selected objects");
  return { user, dialog: within(dialog) };
}

const chip = (dialog: ReturnType<typeof within>, name: RegExp) => dialog.getByRole("button", { name });

beforeEach(() => {
  localStorage.clear();
  keyStore.close();
  vi.clearAllMocks();
});

describe("the list of what keys do", () => {
  it("opens at a question mark, and at F1 even while somebody is typing", async () => {
    const user = userEvent.setup();
    renderWithProviders(
      <ShortcutsProvider>
        <Page />
      </ShortcutsProvider>,
    );
    await user.type(screen.getByLabelText("Text"), "?");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    await user.keyboard("{F1}");
    expect(await screen.findByRole("dialog")).toBeInTheDocument();
  });

  it("has the groups of the page, is searched by words, and has nothing serious against it", async () => {
    const { user, dialog } = await open();
    expect(dialog.getAllByRole("heading", { level: 3 }).map((element) => element.textContent)).toEqual([
      "Objects",
      "This task",
    ]);
    expect(await accessibilityProblems()).toEqual([]);
    await user.type(dialog.getByLabelText("Search commands"), "merge");
    expect(dialog.getAllByRole("listitem")).toHaveLength(1);
    expect(dialog.getByText("1 command")).toBeInTheDocument();
  });

  it("is searched by pressing the key, and Escape leaves that search and not the list", async () => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole("button", { name: "Search by pressing a key" }));
    expect(dialog.getByLabelText("Key to look for")).toHaveFocus();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(dialog.getAllByRole("listitem")).toHaveLength(1);
    expect(submit).not.toHaveBeenCalled();
    await user.keyboard("q");
    expect(dialog.getByText("Q does nothing on this page.")).toBeInTheDocument();
  });

  it("gives a command another key, which acts, and the one before acts no more", async () => {
    const { user, dialog } = await open();
    await user.click(chip(dialog, /^Change M of: Merge/));
    expect(dialog.getByLabelText(/^New key for: Merge/)).toHaveFocus();
    await user.keyboard("j");
    expect(chip(dialog, /^Change J of: Merge/)).toHaveFocus();
    expect(dialog.getByText("Merge the selected objects is now J.")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.keyboard("m");
    expect(merge).not.toHaveBeenCalled();
    await user.keyboard("j");
    expect(merge).toHaveBeenCalledOnce();
    expect(keyStore.unsent()?.keys).toEqual({ merge: ["j"] });
  });

  it("says whose a key is and takes it from there only when asked to", async () => {
    const { user, dialog } = await open();
    await user.click(chip(dialog, /^Change M of: Merge/));
    await user.keyboard("s");
    expect(dialog.getByText("S is the key of: Split the object in two.")).toBeInTheDocument();
    expect(keyStore.snapshot().keys).toEqual({});
    await user.click(dialog.getByRole("button", { name: "Use it here instead" }));
    expect(keyStore.snapshot().keys).toEqual({ merge: ["s"], split: [] });
    expect(chip(dialog, /^Give a key to: Split/)).toBeInTheDocument();
  });

  it("says why a key of the browser cannot be had, and Escape leaves all as it was", async () => {
    const { user, dialog } = await open();
    await user.click(chip(dialog, /^Change M of: Merge/));
    await user.keyboard("{Control>}w{/Control}");
    expect(dialog.getByText("Ctrl+W belongs to the browser. Choose another.")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    expect(chip(dialog, /^Change M of: Merge/)).toHaveFocus();
    expect(keyStore.snapshot().keys).toEqual({});
  });

  it("has the focus on the key that was exchanged or left, and not on its neighbour", async () => {
    const { user, dialog } = await open();
    await user.click(chip(dialog, /^Change F1 of:/));
    await user.keyboard("{F2}");
    expect(chip(dialog, /^Change F2 of:/)).toHaveFocus();
    await user.keyboard("{Enter}{Escape}");
    expect(chip(dialog, /^Change F2 of:/)).toHaveFocus();
  });

  it("changes one direction of a command, with its further half", async () => {
    const { user, dialog } = await open();
    await user.click(chip(dialog, /^Change ← of: Move/));
    await user.keyboard("a");
    expect(keyStore.snapshot().keys).toEqual({ nudge_arrowleft: ["a", "shift+a"] });
    expect(chip(dialog, /^Change A of: Move.*in place of ←/)).toBeInTheDocument();
  });

  it("gives one command, or all, their own keys back", async () => {
    const { user, dialog } = await open();
    keyStore.change({ keys: { merge: ["j"], submit: [] } });
    await user.click(await dialog.findByRole("button", { name: /^Own keys again for: Merge/ }));
    expect(keyStore.snapshot().keys).toEqual({ submit: [] });
    await user.click(dialog.getByRole("button", { name: "Reset all keys" }));
    await user.click((await dialog.findAllByRole("button", { name: "Reset all keys" })).at(-1)!);
    expect(keyStore.snapshot().keys).toEqual({});
    expect(dialog.getByText("All commands have their own keys again.")).toBeInTheDocument();
  });

  it("turns single keys off and leaves the others", async () => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole("switch", { name: /^Single-key shortcuts/ }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await user.keyboard("m{Control>}{Enter}{/Control}");
    expect(merge).not.toHaveBeenCalled();
    expect(submit).toHaveBeenCalledOnce();
  });
});
