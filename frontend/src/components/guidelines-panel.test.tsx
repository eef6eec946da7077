import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { FakeServer } from "@/testing/fake-server";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { GuidelinesPanel } from "./guidelines-panel";

const author = { id: 1, username: "lena", display_name: "Lena", deleted_number: null, email: "", is_admin: false };

function serverWith(body: string | null, unread: boolean, required = false) {
  const version = { version: 2, created_at: "2026-11-01T10:00:00Z", author };
  return new FakeServer()
    .on("GET", "/api/v1/projects/:id/guidelines", () => ({
      current: body === null ? null : { ...version, body },
      versions: [version],
      unread,
      required,
    }))
    .on("POST", "/api/v1/projects/:id/guidelines/read", () => undefined);
}

function Host() {
  const [opened, setOpened] = useState(false);
  return (
    <main>
      <button onClick={() => setOpened(true)}>Open</button>
      <GuidelinesPanel projectId={7} opened={opened} onClose={() => setOpened(false)} />
    </main>
  );
}

test("opening shows the current text and tells the server that it was read", async () => {
  const server = serverWith("# Rules\n\nSay what you **see**.", true);
  renderWithProviders(<Host />, server);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByRole("heading", { name: "Rules", level: 2 })).toBeVisible();
  await waitFor(() => expect(server.sent("POST", "/api/v1/projects/7/guidelines/read")).toHaveLength(1));
  expect(await accessibilityProblems()).toEqual([]);
});

test("escape closes the panel and gives the focus back", async () => {
  renderWithProviders(<Host />, serverWith("Text.", false));
  const opener = screen.getByRole("button", { name: "Open" });
  await userEvent.click(opener);
  await screen.findByText("Text.");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByText("Text.")).not.toBeInTheDocument();
  await waitFor(() => {
    expect(opener).toHaveFocus();
  });
});

test("a project without guidelines says so", async () => {
  renderWithProviders(<Host />, serverWith(null, false));
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByText("No guidelines yet")).toBeVisible();
});

test("a new version says that it is new, for as long as the panel is open", async () => {
  const server = serverWith("Text.", true);
  renderWithProviders(<Host />, server);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByText("New since you last read them")).toBeVisible();
  await waitFor(() => expect(server.sent("POST", "/api/v1/projects/7/guidelines/read")).toHaveLength(1));
  expect(screen.getByText("New since you last read them")).toBeVisible();
});

test("the place is found again after a reload, and belongs to one version", async () => {
  localStorage.setItem("annotate:guidelines:7:2", "140");
  localStorage.setItem("annotate:guidelines:7:1", "900");
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(2000);
  renderWithProviders(<Host />, serverWith("Text.", false));
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByText("Text.");
  const area = screen.getByRole("region", { name: "Guidelines" });
  await waitFor(() => expect(area.scrollTop).toBe(140));
});

test("where they must be read first, it is said below the text and confirmed by an act", async () => {
  const server = serverWith("Text.", true, true);
  renderWithProviders(<Host />, server);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  const confirm = await screen.findByRole("button", { name: "I have read them" });
  expect(server.sent("POST", "/api/v1/projects/7/guidelines/read")).toHaveLength(0);
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.click(confirm);
  await waitFor(() =>
    expect(server.sent("POST", "/api/v1/projects/7/guidelines/read").map(({ body }) => body)).toEqual([{ version: 2 }]),
  );
});
