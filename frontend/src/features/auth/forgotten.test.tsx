import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";

const USE = "/api/v1/password-resets/use";

afterEach(() => {
  window.location.hash = "";
});

async function choose(password: string, again = password) {
  await userEvent.type(await screen.findByLabelText("New password"), password);
  await userEvent.type(screen.getByLabelText("New password again"), again);
  await userEvent.click(screen.getByRole("button", { name: "Set the password" }));
}

test("who forgot their password asks for a link, and is told the same whoever they are", async () => {
  const { server } = renderApp("/login", { user: null });
  await userEvent.click(await screen.findByRole("link", { name: "Forgotten your password?" }));
  await userEvent.type(await screen.findByLabelText("User name or e-mail address"), "nobody");
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByRole("heading", { name: "Look into your mail" })).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/password-resets").at(-1)?.body).toEqual({ account: "nobody" });
});

test("where no mail is sent the sign-in offers no link", async () => {
  const { server } = renderApp("/login", { user: null });
  server.on("GET", "/api/v1/password-resets", () => ({ available: false }));
  await screen.findByRole("button", { name: "Sign in" });
  expect(screen.queryByRole("link", { name: "Forgotten your password?" })).not.toBeInTheDocument();
});

test("the link's secret is taken out of the address and sent once", async () => {
  window.location.hash = "#the-secret";
  const { server } = renderApp("/new-password", { user: null });
  await choose("quite another one");
  expect(await screen.findByRole("heading", { name: "The password is set" })).toBeInTheDocument();
  expect(window.location.href).not.toContain("the-secret");
  expect(server.sent("POST", USE).map(({ body }) => body)).toEqual([
    { token: "the-secret", new_password: "quite another one", end_tokens: true },
  ]);
});

test("two different passwords are not sent", async () => {
  window.location.hash = "#the-secret";
  const { server } = renderApp("/new-password", { user: null });
  await choose("quite another one", "and another one");
  expect(screen.getByText("The two new passwords differ.")).toBeInTheDocument();
  expect(server.sent("POST", USE)).toHaveLength(0);
});

test("a link that is over says so and offers another", async () => {
  window.location.hash = "#too-late";
  const { server } = renderApp("/new-password", { user: null });
  server.on("POST", USE, () => {
    throw new FakeError(404, "not_found", "This link does not work any more.");
  });
  await choose("quite another one");
  expect(await screen.findByText("This link does not work any more.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Ask for another link" })).toHaveAttribute("href", "/forgotten-password");
});
