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

test("a pasted list is invited in one act, and who is a member already is named", async () => {
  const { server } = renderApp("/projects/1/people");
  await userEvent.type(await screen.findByLabelText("User names"), "nia, otto;ada{enter}  nia ");
  await userEvent.click(screen.getByRole("button", { name: "Invite" }));
  expect(await screen.findByText("2 names are invited.")).toBeInTheDocument();
  expect(screen.getByText("A member already, and not asked: ada.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/named-invitations").at(-1)?.body).toEqual({
    usernames: ["nia", "otto", "ada"],
    role: "annotator",
  });
});

test("who was invited and who declined is listed, and can be withdrawn", async () => {
  const { server } = renderApp("/projects/1/people");
  const table = await screen.findByRole("table", { name: "Invited by name" });
  expect(within(table).getByText("Invited")).toBeInTheDocument();
  expect(within(table).getByText("Declined")).toBeInTheDocument();
  await userEvent.click(within(table).getAllByRole("button", { name: "Withdraw" })[0] as HTMLElement);
  const dialog = await screen.findByRole("dialog", { name: "Withdraw the invitation of nia?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("nia is not invited any more.")).toBeInTheDocument();
  expect(server.sent("DELETE", "/api/v1/projects/1/named-invitations/7")).toHaveLength(1);
});

test("a name that cannot be one is named beside the list, and the list is kept", async () => {
  const { server } = renderApp("/projects/1/people");
  server.on("POST", "/api/v1/projects/:id/named-invitations", () => {
    throw new FakeError(422, "invalid", "Some fields are wrong.", {
      fields: [{ path: "usernames[1]", code: "invalid", message: "Enter a valid username." }],
    });
  });
  await userEvent.type(await screen.findByLabelText("User names"), "nia, Ada Okafor");
  await userEvent.click(screen.getByRole("button", { name: "Invite" }));
  expect(await screen.findByText("Ada Okafor: Enter a valid username.")).toBeInTheDocument();
  expect(screen.getByLabelText("User names")).toHaveValue("nia, Ada Okafor");
});
