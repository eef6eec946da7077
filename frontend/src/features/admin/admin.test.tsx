import { screen } from "@testing-library/react";
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
