import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { SentFeedback } from "@/api/quality";
import { formatDateTime } from "@/lib/format";
import { FakeError, FakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { ada, lena, makeRow } from "@/testing/world";
import { Receipts } from "./receipts";

const SENT = "2026-11-20T09:30:00Z";
const READ = "2026-11-21T16:05:00Z";

function sent(changes: Partial<SentFeedback> = {}): SentFeedback {
  return {
    id: 1,
    annotation: 502,
    path: "text",
    span: { start: 2, end: 7 },
    quote: "house",
    message: "Say which colour it has.",
    created_at: SENT,
    read_at: null,
    reply: "",
    replied_at: null,
    stage: { key: "caption", title: "Caption", title_code: null, kind: "caption.v1" },
    image: makeRow(2).image,
    annotator: ada,
    sent_by: lena,
    ...changes,
  };
}

const page = (...results: SentFeedback[]) => ({ next: null, previous: null, results });

function open(...results: SentFeedback[]) {
  const server = new FakeServer().on("GET", "/api/v1/projects/1/feedback", () => page(...results));
  return { server, ...renderWithProviders(<Receipts projectId={1} annotation={502} />, server) };
}

test("what was said, about which words, by whom and when is shown, and that nobody has read it", async () => {
  open(sent());
  const section = await screen.findByRole("region", { name: "Feedback sent" });
  expect(within(section).getByText("Say which colour it has.")).toBeInTheDocument();
  expect(within(section).getByText(/house/)).toBeInTheDocument();
  expect(within(section).getByText(`Lena Berg, ${formatDateTime(SENT)}`)).toBeInTheDocument();
  expect(within(section).getByText("Not read yet")).toBeInTheDocument();
  expect(within(section).queryByText("Their answer:")).not.toBeInTheDocument();
});

test("a receipt says when it was read, and what was answered", async () => {
  open(sent({ read_at: READ, replied_at: READ, reply: "I thought it was grey.\nI look again." }));
  expect(await screen.findByText("Read")).toBeInTheDocument();
  expect(screen.queryByText("Not read yet")).not.toBeInTheDocument();
  expect(screen.getByText(new RegExp(`read ${formatDateTime(READ)}`))).toBeInTheDocument();
  expect(screen.getByText(/I thought it was grey\./)).toHaveTextContent("Their answer:");
});

test("only what was said about this answer is asked for, each with a receipt of its own", async () => {
  const { server } = open(sent({ id: 2, message: "Thank you.", span: null, quote: "", read_at: READ }), sent());
  expect(await screen.findByText("Thank you.")).toBeInTheDocument();
  expect(screen.getAllByText(/^(Read|Not read yet)$/).map((badge) => badge.textContent)).toEqual([
    "Read",
    "Not read yet",
  ]);
  const [asked, ...more] = server.sent("GET", "/api/v1/projects/1/feedback");
  expect([asked?.query.toString(), more.length]).toEqual(["annotation=502", 0]);
});

test("nothing sent leaves no heading behind", async () => {
  const { server, container } = open();
  await expect.poll(() => server.requests.length).toBe(1);
  await expect.poll(() => container.querySelector("section, h2, h3")).toBeNull();
  expect(screen.queryByText("Feedback sent")).not.toBeInTheDocument();
});

test("what could not be asked for does not look as if nothing had been sent", async () => {
  const { server } = open();
  server.on("GET", "/api/v1/projects/1/feedback", () => {
    throw new FakeError(403, "forbidden", "Only leads see this.", { remedy: "Ask a lead of the project." });
  });
  renderWithProviders(<Receipts projectId={1} annotation={503} />, server);
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent("Only leads see this.");
  expect(notice).toHaveTextContent("Ask a lead of the project.");
  server.on("GET", "/api/v1/projects/1/feedback", () => page(sent({ annotation: 503 })));
  await userEvent.click(within(notice).getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Say which colour it has.")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("feedback just sent appears with its receipt, and one that was refused stays in the dialog", async () => {
  const { server } = renderApp("/projects/1/review/502");
  await screen.findByText("1 of 5");
  const kept: SentFeedback[] = [];
  server
    .on("GET", "/api/v1/projects/:id/feedback", () => page(...kept))
    .on("POST", "/api/v1/projects/:id/feedback", () => {
      throw new FakeError(409, "conflict", "This answer was withdrawn.");
    });
  await userEvent.keyboard("f");
  const dialog = await screen.findByRole("dialog", { name: /Feedback/ });
  const message = within(dialog).getByRole("textbox", { name: "Message" });
  await userEvent.type(message, " Say which colour it has. ");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("This answer was withdrawn.");
  expect(message).toHaveValue(" Say which colour it has. ");
  expect(screen.queryByText("Feedback sent")).not.toBeInTheDocument();

  server.on("POST", "/api/v1/projects/:id/feedback", () => {
    kept.push(sent({ quote: "", span: null }));
    return kept[0];
  });
  await userEvent.click(within(dialog).getByRole("button", { name: "Send" }));
  const section = await screen.findByRole("region", { name: "Feedback sent" });
  expect(within(section).getByText("Not read yet")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/feedback").at(-1)?.body).toEqual({
    annotation: 502,
    path: "text",
    span: null,
    message: "Say which colour it has.",
  });
});

test("receipts have no serious accessibility finding", async () => {
  const { container } = open(sent({ read_at: READ }), sent({ id: 2 }));
  await screen.findByText("Read");
  expect(await accessibilityProblems(container)).toEqual([]);
});
