import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { money, totalOf } from "./money";

test("a channel is made from the fields its adapter describes", async () => {
  const { server } = renderApp("/projects/1/crowd");
  await userEvent.click(await screen.findByRole("radio", { name: "Prolific" }));
  const form = screen.getByRole("region", { name: "New channel" });
  await userEvent.type(within(form).getByLabelText("Name"), "Autumn study");
  await userEvent.type(screen.getByLabelText(/Code for completed work/), "C9");
  await userEvent.type(screen.getByLabelText(/API token/), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Make channel" }));
  expect(await screen.findByText("The channel is made.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/channels").at(-1)?.body).toEqual({
    name: "Autumn study",
    adapter: "prolific",
    stage: null,
    settings: { completed_code: "C9", token: "secret" },
  });
});

test("changing a channel leaves a stored secret alone", async () => {
  const { server } = renderApp("/projects/1/crowd");
  await userEvent.click(await screen.findByRole("button", { name: "Edit Spring study" }));
  const section = screen.getByRole("region", { name: "Spring study" });
  expect(within(section).getByLabelText(/API token/)).toHaveValue("");
  await userEvent.click(within(section).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved.")).toBeInTheDocument();
  const body = server.sent("PATCH", "/api/v1/projects/1/channels/1").at(-1)?.body as { settings: object };
  expect(body.settings).not.toHaveProperty("token");
});

test("before choosing Mechanical Turk one reads that its closing is announced", async () => {
  renderApp("/projects/1/crowd");
  await userEvent.click(await screen.findByRole("radio", { name: "Mechanical Turk" }));
  expect(screen.getByText(/announced the closing of Mechanical Turk/)).toBeInTheDocument();
});

test("a personal link is shown once", async () => {
  renderApp("/projects/1/crowd");
  const form = await screen.findByRole("form", { name: "New link" });
  await userEvent.type(within(form).getByLabelText("Name"), "Ada");
  await userEvent.click(within(form).getByRole("button", { name: "Make link" }));
  expect(await within(form).findByLabelText("Link")).toHaveValue(
    "http://localhost:8000/enter/colleagues-9f0e?link=once-only",
  );
});

test("only computed payments are approved, and the sum is named first", async () => {
  const { server } = renderApp("/projects/1/crowd/payments");
  await userEvent.click(await screen.findByLabelText("Tick all that are not sent"));
  await userEvent.click(screen.getByRole("button", { name: "Approve (1)" }));
  const dialog = await screen.findByRole("dialog", { name: "Approve 1 payment?" });
  expect(within(dialog).getByText(/In all £1.75/)).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/payments/approve")).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("Approved.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/payments/approve").at(-1)?.body).toEqual({ ids: [1] });
});

test("what was sent cannot be ticked again", async () => {
  renderApp("/projects/1/crowd/payments");
  expect(await screen.findByLabelText("Tick the payment of Ada Okafor for HIT 60")).toBeDisabled();
});

test("sums are exact to the cent and apart by currency", () => {
  const tenths = Array.from({ length: 3 }, () => ({ base: "0.10", bonus: "0.00", currency: "GBP" }));
  expect(totalOf([...tenths, { base: "2.00", bonus: "0.05", currency: "EUR" }])).toBe("£0.30 + €2.05");
  expect(money("1.5", "not a currency")).toBe("1.5 not a currency");
});

test("who is no lead is told that the page is for leads", async () => {
  const { ada, makeProject } = await import("@/testing/world");
  renderApp("/projects/1/crowd/payments", { user: ada, projects: [makeProject({ role: "reviewer" })] });
  expect(await screen.findByText("Only leads can open this page")).toBeInTheDocument();
});
