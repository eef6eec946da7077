import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { keyStore } from "@/lib/key-store";
import { renderApp } from "@/testing/render-app";

test("a new token is shown once, to copy", async () => {
  renderApp("/account/tokens");
  await userEvent.type(await screen.findByLabelText("Name"), "Script");
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByLabelText("Token")).toHaveValue("an_shown_only_once");
});

test("two different new passwords are not sent", async () => {
  const { server } = renderApp("/account/security");
  await userEvent.type(await screen.findByLabelText("Current password"), "old one");
  await userEvent.type(screen.getByLabelText("New password"), "a new long one");
  await userEvent.type(screen.getByLabelText("New password again"), "another long one");
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  expect(screen.getByText("The two new passwords differ.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/me/password")).toHaveLength(0);
});

test("who has no password is not asked to change it", async () => {
  const { server } = renderApp("/account/security");
  server.on("GET", "/api/v1/me/second-factors", () => ({
    app: null,
    passkeys: [],
    recovery_codes_left: 0,
    is_needed: false,
    is_confirmed: true,
    has_password: false,
    no_passkeys: null,
  }));
  expect(await screen.findByText("You have no second factor.")).toBeInTheDocument();
  expect(screen.queryByLabelText("Current password")).not.toBeInTheDocument();
});

test("keys that were changed are listed by what they do, and given back at once", async () => {
  const { server } = renderApp("/account");
  await screen.findByText("You have changed no keys.");
  act(() => keyStore.change({ keys: { merge: ["j"], rate_3: ["F4"], review_next: [] } }));
  const table = screen.getByRole("table", { name: "Keys you changed" });
  expect(within(table).getByRole("row", { name: "Merge the selected objects J" })).toBeInTheDocument();
  expect(within(table).getByRole("row", { name: /^Rate the marked metric.* instead of 3 F4$/ })).toBeInTheDocument();
  expect(within(table).getByRole("row", { name: "Next answer none" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Reset all keys" }));
  expect(screen.getByText("You have changed no keys.")).toBeInTheDocument();
  await waitFor(
    () =>
      expect(server.sent("PATCH", "/api/v1/me").at(-1)?.body).toEqual({ preferences: { single_keys: true, keys: {} } }),
    { timeout: 3_000 },
  );
});

const factors = {
  app: null,
  passkeys: [{ id: 4, name: "Laptop", host: "localhost", created_at: "2026-11-01T09:00:00Z", last_used_at: null }],
  recovery_codes_left: 10,
  is_needed: false,
  is_confirmed: true,
  has_password: true,
  no_passkeys: null,
};

test("a passkey is renamed, and not to nothing", async () => {
  const { server } = renderApp("/account/security");
  server.on("GET", "/api/v1/me/second-factors", () => factors);
  server.on("PATCH", "/api/v1/me/second-factors/passkeys/:id", ({ body }) => ({
    ...factors.passkeys[0],
    ...(body as object),
  }));
  await userEvent.click(await screen.findByRole("button", { name: "Rename “Laptop”" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rename “Laptop”" }));
  const name = dialog.getByLabelText("Name");
  await userEvent.clear(name);
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Please give it a name.")).toBeInTheDocument();
  await userEvent.type(name, "Desk{Enter}");
  expect(await screen.findByText("It is now called “Desk”.")).toBeInTheDocument();
  const sent = server.sent("PATCH", "/api/v1/me/second-factors/passkeys/:id");
  expect(sent.map(({ params, body }) => [params.id, body])).toEqual([["4", { name: "Desk" }]]);
});

test.each([
  ["/account#second-factor", "Second factor"],
  ["/account?problem=taken", "Password"],
])("%s, an address of the one page there was, leads to the part it names", async (address, part) => {
  renderApp(address);
  expect(await screen.findByRole("region", { name: part })).toBeInTheDocument();
  const current = screen.getByRole("link", { name: "Sign-in and security" });
  expect(current).toHaveAttribute("aria-current", "page");
});
