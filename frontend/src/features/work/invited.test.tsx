import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { lena, work } from "@/testing/world";

function invited(path: string) {
  const view = renderApp(path);
  let open = [
    {
      id: 3,
      project: { id: 9, name: "Harbours" },
      role: "reviewer",
      invited_by: lena,
      created_at: "2026-11-20T10:00:00Z",
    },
  ];
  view.server
    .on("GET", "/api/v1/me/invitations", () => open)
    .on("POST", "/api/v1/me/invitations/:id/accept", () => ((open = []), { project_id: 9 }))
    .on("POST", "/api/v1/me/invitations/:id/decline", () => void (open = []));
  return view;
}

test.each(["/", "/projects", "/account"])("an invitation waits for an answer on %s", async (path) => {
  const { server } = invited(path);
  const question = await screen.findByRole("region", { name: "You are invited to “Harbours”" });
  expect(within(question).getByText(/Lena Berg asks you to join with the role “Reviewer”/)).toBeInTheDocument();
  await userEvent.click(within(question).getByRole("button", { name: "Accept: Harbours" }));
  expect(await screen.findByText("You are a member of “Harbours” now.")).toBeInTheDocument();
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(server.sent("POST", "/api/v1/me/invitations/3/accept")).toHaveLength(1);
});

test("who is invited and has no project yet is asked first, and only then told how to come to one", async () => {
  const { server } = invited("/");
  server.on("GET", "/api/v1/work", () => ({ ...work, held: [], projects: [] }));
  const decline = await screen.findByRole("button", { name: "Decline: Harbours" });
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  expect(screen.queryByText("You are not a member of any project yet")).not.toBeInTheDocument();
  await userEvent.click(decline);
  expect(await screen.findByText("You are not a member of any project yet")).toBeInTheDocument();
});

test("an invitation can be declined", async () => {
  const { server } = invited("/");
  await userEvent.click(await screen.findByRole("button", { name: "Decline: Harbours" }));
  expect(await screen.findByText("You declined to join “Harbours”.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/me/invitations/3/decline")).toHaveLength(1);
});
