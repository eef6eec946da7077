import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

const university = { key: "university", name: "Example University" };

/** The dialog that meets somebody whose session ended while they changed a setting. */
async function met(ways: { password: boolean; providers: (typeof university)[] }) {
  const { server, state } = renderApp("/projects/1/settings");
  server.on("GET", "/api/v1/sign-in", () => ways);
  server.on("POST", "/api/v1/sign-in/:key/begin", () => ({ address: "https://sso.example/authorize" }));
  server.on("PATCH", "/api/v1/projects/:id", () => {
    throw new FakeError(401, "not_authenticated", "Please sign in.");
  });
  await userEvent.type(await screen.findByLabelText("Name"), "!");
  state.user = null;
  const save = screen.getAllByRole("button", { name: "Save changes" })[0];
  if (save) await userEvent.click(save);
  return { server, dialog: within(await screen.findByRole("dialog", { name: "Please sign in again" })) };
}

afterEach(() => {
  vi.restoreAllMocks();
  window.location.hash = "";
});

test("where only providers sign in, no password is asked for", async () => {
  const { dialog } = await met({ password: false, providers: [university] });
  expect(await dialog.findByRole("button", { name: "Sign in with Example University" })).toBeInTheDocument();
  expect(dialog.queryByLabelText("Password")).not.toBeInTheDocument();
});

test("a provider opens in a new tab that comes back to a page of its own", async () => {
  const tab = { location: { href: "" }, opener: window, close: vi.fn() };
  vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  const { server, dialog } = await met({ password: true, providers: [university] });
  expect(await dialog.findByLabelText("Password")).toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Sign in with Example University" }));
  expect(await dialog.findByText(/Sign in in the other tab/)).toBeInTheDocument();
  expect(tab).toMatchObject({ opener: null, location: { href: "https://sso.example/authorize" } });
  const [begun] = server.sent("POST", "/api/v1/sign-in/:key/begin");
  expect(begun?.body).toEqual({ next: "/login?again=yes" });
});

test("where the browser opens no tab, a link leads to the provider", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  const { dialog } = await met({ password: true, providers: [university] });
  await userEvent.click(await dialog.findByRole("button", { name: "Sign in with Example University" }));
  const link = await dialog.findByRole("link", { name: "Open the provider’s page" });
  expect(link).toHaveAttribute("href", "https://sso.example/authorize");
});

test("the tab that comes back says that one goes on in the other", async () => {
  renderApp("/login?again=yes");
  expect(await screen.findByRole("heading", { name: "You are signed in again" })).toBeInTheDocument();
});

test("a link by which no address can be confirmed leads home", async () => {
  renderApp("/confirm-address");
  expect(await screen.findByRole("link", { name: /home|work|go/i })).toHaveAttribute("href", "/");
});

test("a link that was used before says so and leads home", async () => {
  window.location.hash = "#used-before";
  const { server } = renderApp("/confirm-address");
  server.on("POST", "/api/v1/addresses/confirm", () => {
    throw new FakeError(404, "not_found", "This link does not work any more.");
  });
  await userEvent.click(await screen.findByRole("button", { name: "Confirm the address" }));
  expect(await screen.findByRole("alert")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: /home|work|go/i })).toHaveAttribute("href", "/");
});
