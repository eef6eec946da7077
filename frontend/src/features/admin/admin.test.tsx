import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { ada } from "@/testing/world";

test("an administrator makes an account", async () => {
  const { server } = renderApp("/admin/users");
  await userEvent.click(await screen.findByRole("button", { name: "New user" }));
  await userEvent.type(await screen.findByLabelText("User name"), "nia");
  await userEvent.type(screen.getByLabelText("First password"), "a long password");
  await userEvent.click(screen.getByLabelText("May create projects"));
  await userEvent.click(screen.getByRole("button", { name: "Create user" }));
  expect(await screen.findByText(/is ready/)).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/users").at(-1)?.body).toMatchObject({
    username: "nia",
    may_create_projects: true,
    is_admin: false,
  });
});

test("closing an account keeps the password unless a new one is typed", async () => {
  const { server } = renderApp("/admin/users");
  await userEvent.click(await screen.findByRole("button", { name: "Change Ada Okafor" }));
  await userEvent.click(await screen.findByLabelText("The account is open"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Ada Okafor is changed.")).toBeInTheDocument();
  expect(server.sent("PATCH", "/api/v1/users/2").at(-1)?.body).toEqual({
    email: "ada@example.org",
    is_active: false,
    is_admin: false,
    may_create_projects: false,
  });
});

test("others are told that the page is not for them", async () => {
  renderApp("/admin/users", { user: ada });
  expect(await screen.findByText("For administrators only")).toBeInTheDocument();
});

test("accounts are searched, and the search stands in the address", async () => {
  const { server, router } = renderApp("/admin/users");
  await screen.findByText("tomas@example.org");
  await userEvent.type(screen.getByRole("textbox", { name: "Search" }), "ada");
  await waitFor(() => expect(screen.queryByText("tomas@example.org")).not.toBeInTheDocument());
  expect(server.sent("GET", "/api/v1/users").at(-1)?.query.get("q")).toBe("ada");
  expect(router.state.location.search).toMatchObject({ q: "ada" });
  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(await screen.findByText("tomas@example.org")).toBeInTheDocument();
});

test("a person is signed out of one browser, or of all", async () => {
  const { server } = renderApp("/admin/users/2");
  const sessions = await screen.findByRole("table", { name: "Where you are signed in" });
  const phone = within(sessions).getByText("Firefox on Android").closest("tr");
  await userEvent.click(within(phone!).getByRole("button", { name: "Sign out" }));
  const one = await screen.findByRole("dialog");
  await userEvent.click(within(one).getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(server.sent("DELETE", "/api/v1/users/2/sessions/2")).toHaveLength(1));
  await waitFor(() => expect(one).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole("button", { name: "Sign out everywhere" }));
  const all = await screen.findByRole("dialog");
  await userEvent.click(within(all).getByRole("button", { name: "Sign out everywhere" }));
  await waitFor(() => expect(server.sent("DELETE", "/api/v1/users/2/sessions")).toHaveLength(1));
});

test("what is not well says what to do", async () => {
  renderApp("/admin/health");
  expect(await screen.findByText(/Start the worker and look into its log/)).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "Not well" })).toBeInTheDocument();
  expect(await screen.findByText(/The archive is broken/)).toBeInTheDocument();
});

test("what projects store is ordered by the head of a column", async () => {
  const { server } = renderApp("/admin/storage");
  await userEvent.click(await screen.findByRole("button", { name: "Exports" }));
  await waitFor(() =>
    expect(server.sent("GET", "/api/v1/admin/storage").at(-1)?.query.get("order")).toBe("-export_bytes"),
  );
});

test("the audit trail of everything is filtered, and downloaded as it is filtered", async () => {
  const { server } = renderApp("/admin/audit?actor=lena&since=2026-03-01");
  expect((await screen.findAllByText("guidelines published"))[0]).toBeInTheDocument();
  expect(server.sent("GET", "/api/v1/admin/audit").at(-1)?.query.get("actor")).toBe("lena");
  expect(screen.getByRole("link", { name: "CSV" })).toHaveAttribute(
    "href",
    "/api/v1/admin/audit/file?kind=csv&actor=lena&since=2026-03-01",
  );
});

test.each(["health", "audit", "storage"])("others are told that the page of %s is not for them", async (page) => {
  renderApp(`/admin/${page}`, { user: ada });
  expect(await screen.findByText("For administrators only")).toBeInTheDocument();
});
