import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createFakeApp } from "@/testing/handlers";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { NotificationsBell } from "./notifications-bell";

test("what is unread says so, and going there reads it", async () => {
  const { server, router } = renderApp("/notifications");
  const list = (await screen.findByText("12 answers wait for review.")).closest("ul")!;
  const told = within(list).getAllByRole("listitem");
  expect(told.filter((row) => within(row).queryByText("Unread:", { exact: false }))).toHaveLength(2);
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.click(screen.getByRole("link", { name: "12 answers wait for review." }));
  await expect.poll(() => router.state.location.pathname).toBe("/projects/1/review");
  expect(server.sent("POST", "/api/v1/me/notifications/3/read")).toHaveLength(1);
});

test("all are marked as read at once, and then there is nothing to mark", async () => {
  renderApp("/notifications?view=unread");
  await userEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
  expect(await screen.findByText("You have read everything")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Mark all as read" })).not.toBeInTheDocument();
});

test("one is marked as read without going there", async () => {
  const { server } = renderApp("/notifications");
  const [first] = await screen.findAllByRole("button", { name: "Mark as read" });
  await userEvent.click(first!);
  await expect.poll(() => screen.getAllByRole("button", { name: "Mark as read" }).length).toBe(1);
  expect(server.sent("POST", "/api/v1/me/notifications/3/read")).toHaveLength(1);
});

test("the bell says how many are unread", async () => {
  const { server } = createFakeApp();
  const root = createRootRoute({ component: NotificationsBell });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  renderWithProviders(<RouterProvider router={createRouter({ routeTree: root, history })} />, server);
  expect(await screen.findByRole("link", { name: "Notifications, 2 unread" })).toHaveAttribute(
    "href",
    "/notifications",
  );
});

test("how one is told is chosen kind by kind", async () => {
  const { server } = renderApp("/account/notifications");
  await userEvent.click(await screen.findByRole("switch", { name: "Show in the product: A job of yours failed" }));
  await userEvent.selectOptions(screen.getByLabelText("By mail: Answers wait for review"), "Never");
  const sent = (kind: string) => server.sent("PATCH", `/api/v1/me/notifications/choices/${kind}`).at(-1)?.body;
  await expect.poll(() => sent("review_waiting")).toEqual({ mail: "none" });
  expect(sent("job_failed")).toEqual({ is_shown: false });
});
