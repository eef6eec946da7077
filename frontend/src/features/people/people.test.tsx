import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

test("a new invitation shows its whole link once", async () => {
  renderApp("/projects/1/people");
  await userEvent.click(await screen.findByRole("button", { name: "Make a link" }));
  expect(await screen.findByLabelText("Link")).toHaveValue(`${window.location.origin}/invite/once-only`);
});

test("access of one person is stopped by name", async () => {
  const { server } = renderApp("/projects/1/people");
  await userEvent.click(await screen.findByRole("button", { name: "Stop access of Ada Okafor" }));
  expect(await screen.findByText("Saved.")).toBeInTheDocument();
  expect(server.sent("PATCH", "/api/v1/projects/1/members/2").at(-1)?.body).toEqual({ is_blocked: true });
});

test("removing asks first and shows a refusal inside the question", async () => {
  const { server } = renderApp("/projects/1/people");
  server.on("DELETE", "/api/v1/projects/:id/members/:member", () => {
    throw new FakeError(409, "conflict", "A project needs a lead.", { remedy: "Make somebody else lead first." });
  });
  await userEvent.click((await screen.findAllByRole("button", { name: "Remove" }))[0] as HTMLElement);
  const dialog = await screen.findByRole("dialog", { name: "Remove Lena Berg?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await within(dialog).findByText("Make somebody else lead first.")).toBeInTheDocument();
});

test("an unknown user name is answered beside the input", async () => {
  const { server } = renderApp("/projects/1/people");
  server.on("POST", "/api/v1/projects/:id/members", () => {
    throw new FakeError(400, "invalid", "Some fields are wrong.", {
      fields: [{ path: "username", code: "unknown", message: "Nobody has this user name." }],
    });
  });
  await userEvent.type(await screen.findByLabelText("User name"), "nobody");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(await screen.findByText("Nobody has this user name.")).toBeInTheDocument();
});
