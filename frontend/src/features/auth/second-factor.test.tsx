import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { lena } from "@/testing/world";

const PENDING = { step: "answer", username: "lena", has_app: true, has_passkeys: false };

/** Somebody gives name and password, and is asked for more. */
async function asked(pending: object = PENDING) {
  const app = renderApp("/login", { user: null });
  app.server.on("POST", "/api/v1/session", () => ({ user: null, pending }));
  await userEvent.type(await screen.findByLabelText("User name"), "lena");
  await userEvent.type(screen.getByLabelText("Password"), "correct horse{Enter}");
  return app;
}

test("after the password a code is asked for, and a wrong one says so", async () => {
  const { server, router } = await asked();
  server.on("POST", "/api/v1/session/code", ({ body }) => {
    if ((body as { code: string }).code !== "123456") throw new FakeError(422, "invalid", "This code is wrong.");
    return { user: lena, pending: null };
  });
  await userEvent.type(await screen.findByLabelText("Code"), "000000{Enter}");
  expect(await screen.findByText("This code is wrong.")).toBeInTheDocument();
  expect(screen.getByLabelText("Code")).toHaveValue("");
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.type(screen.getByLabelText("Code"), "123456{Enter}");
  await expect.poll(() => router.state.location.pathname).not.toBe("/login");
});

test("one may go back to the name and the password", async () => {
  const { server } = await asked();
  server.on("DELETE", "/api/v1/session/code", () => {
    server.on("GET", "/api/v1/session", () => ({ user: null, pending: null }));
  });
  await userEvent.click(await screen.findByRole("button", { name: "Sign in as somebody else" }));
  expect(await screen.findByLabelText("User name")).toBeInTheDocument();
});

test("who has to have a second factor sets up an app, keeps the codes, and is in", async () => {
  const { server, router } = await asked({ ...PENDING, step: "enrol", has_app: false });
  server.on("POST", "/api/v1/me/second-factors/app", () => ({
    secret: "ABCDEFGH",
    address: "otpauth://totp/x",
    picture: "<svg xmlns='http://www.w3.org/2000/svg'/>",
  }));
  server.on("POST", "/api/v1/me/second-factors/app/confirm", () => ({
    recovery_codes: ["aaaa-bbbb-cccc-dddd"],
    session: { user: lena, pending: null },
  }));
  await userEvent.click(await screen.findByRole("button", { name: "Set up an app" }));
  expect(await screen.findByText("ABCD EFGH")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("Code that the app shows"), "123456{Enter}");
  expect(await screen.findByText("aaaa-bbbb-cccc-dddd")).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "I have kept them" }));
  await expect.poll(() => router.state.location.pathname).not.toBe("/login");
});
