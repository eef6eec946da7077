import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";

test("a new token is shown once, to copy", async () => {
  renderApp("/account");
  await userEvent.type(await screen.findByLabelText("Name"), "Script");
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByLabelText("Token")).toHaveValue("an_shown_only_once");
});

test("two different new passwords are not sent", async () => {
  const { server } = renderApp("/account");
  await userEvent.type(await screen.findByLabelText("Current password"), "old one");
  await userEvent.type(screen.getByLabelText("New password"), "a new long one");
  await userEvent.type(screen.getByLabelText("New password again"), "another long one");
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  expect(screen.getByText("The two new passwords differ.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/me/password")).toHaveLength(0);
});
