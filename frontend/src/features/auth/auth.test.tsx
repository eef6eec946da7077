import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { safeNext } from "./login-page";

test("somebody new makes an account on the way into the project", async () => {
  const { server, router } = renderApp("/invite/secret", { user: null });
  await userEvent.type(await screen.findByLabelText("User name"), "nia");
  await userEvent.type(screen.getByLabelText("Your name, as others see it"), "Nia");
  await userEvent.type(screen.getByLabelText("Password"), "a long password");
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Create account and join" }));
  await expect.poll(() => router.state.location.pathname).toBe("/work");
  expect(server.sent("POST", "/api/v1/invitations/secret/accept").at(-1)?.body).toEqual({
    username: "nia",
    display_name: "Nia",
    password: "a long password",
  });
});

test("somebody signed in joins with one press", async () => {
  const { router } = renderApp("/invite/secret");
  await userEvent.click(await screen.findByRole("button", { name: "Join the project" }));
  await expect.poll(() => router.state.location.pathname).toBe("/work");
});

test.each(["//evil.example", "https://evil.example", "/\\evil.example", undefined])(
  "after signing in, %s leads nowhere but home",
  (next) => expect(safeNext(next)).toBe("/"),
);
