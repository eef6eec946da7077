import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { entriesIn } from "./entries";

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

test("a pasted list says row by row what will happen, and is invited in one act", async () => {
  const { server } = renderApp("/projects/1/people");
  await userEvent.type(await screen.findByLabelText("People"), "nia, eva@example.org;ada{enter}  nia ");
  const preview = await screen.findByRole("table", { name: "What will happen" });
  expect(await within(preview).findByText("Whoever has this name is asked, as annotator.")).toBeInTheDocument();
  expect(within(preview).getByText("Gets an invitation by mail, as annotator.")).toBeInTheDocument();
  expect(within(preview).getByText("A member already; stays as they are.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/invitees")).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: "Invite 2 people" }));
  expect(await screen.findByText("1 invitation is being mailed.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/invitees").at(-1)?.body).toEqual({
    entries: ["nia", "eva@example.org", "ada"],
    role: "annotator",
  });
  expect(screen.getByLabelText("People")).toHaveValue("");
});

test("a row that is wrong is explained, nobody is invited, and the list is kept", async () => {
  const { server } = renderApp("/projects/1/people");
  await userEvent.type(await screen.findByLabelText("People"), "nia, Ada Okafor");
  expect(await screen.findByText("Write one of the two, without spaces, for each person.")).toBeInTheDocument();
  expect(screen.getByText(/^1 row needs a correction/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Invite 1 person" })).toBeDisabled();
  await userEvent.type(screen.getByLabelText("People"), "{Enter}");
  expect(screen.getByLabelText("People")).toHaveValue("nia, Ada Okafor\n");
  expect(server.sent("POST", "/api/v1/projects/1/invitees")).toHaveLength(0);
});

test("somebody known is found by name and put on the list", async () => {
  renderApp("/projects/1/people");
  await userEvent.type(await screen.findByRole("combobox", { name: "Find somebody" }), "lind");
  await userEvent.click(await screen.findByRole("option", { name: "Dora Lind (dora)" }));
  expect(screen.getByLabelText("People")).toHaveValue("dora\n");
});

test("who was invited by name or by mail is listed with what became of it", async () => {
  const { server } = renderApp("/projects/1/people");
  const table = await screen.findByRole("table", { name: "Invited people" });
  for (const state of ["Invited", "Declined", "Mailed", "Not delivered"])
    expect(within(table).getByText(state)).toBeInTheDocument();
  await userEvent.click(within(table).getByRole("button", { name: "Send again to uli@example.org" }));
  expect(await screen.findByText(/^Another mail goes to uli@example.org/)).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/mailed-invitations/8/send")).toHaveLength(1);
});

test("an invitation by name and one by mail are withdrawn where each belongs", async () => {
  const { server } = renderApp("/projects/1/people");
  for (const [name, address] of [
    ["nia", "/api/v1/projects/1/named-invitations/7"],
    ["eva@example.org", "/api/v1/projects/1/invitations/9"],
  ] as const) {
    await userEvent.click(await screen.findByRole("button", { name: `Withdraw the invitation of ${name}` }));
    const dialog = await screen.findByRole("dialog", { name: `Withdraw the invitation of ${name}?` });
    await userEvent.click(within(dialog).getByRole("button", { name: "Withdraw" }));
    expect(await screen.findByText(`${name} is not invited any more.`)).toBeInTheDocument();
    expect(server.sent("DELETE", address)).toHaveLength(1);
  }
});

test("an invitation gets a new link, and it is said that the one before ends", async () => {
  renderApp("/projects/1/people");
  await userEvent.click(await screen.findByRole("button", { name: "New link" }));
  const dialog = await screen.findByRole("dialog", { name: "Make a new link?" });
  expect(within(dialog).getByText(/the one before stops working/)).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole("button", { name: "New link" }));
  expect(await screen.findByLabelText("The new link")).toHaveValue(`${window.location.origin}/invite/another`);
});

test("too few people for the recipe is said with both numbers", async () => {
  renderApp("/projects/1/people");
  expect(await screen.findByText("4 people needed, 3 here.")).toBeInTheDocument();
  const table = screen.getByRole("table", { name: "People needed and here" });
  expect(within(table).getByText("1 missing")).toBeInTheDocument();
});

test("a list as mail programs write it keeps commas within quotes", () => {
  expect(entriesIn('"Lind, Eva" <eva@example.org>; nia\tada,, nia\n')).toEqual([
    '"Lind, Eva" <eva@example.org>',
    "nia",
    "ada",
  ]);
});
