import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

const PAGE = "/projects/1/texts";

test("reports are listed with how far they are", async () => {
  renderApp(PAGE);
  const table = await screen.findByRole("table", { name: "Texts" });
  const [, ready, running, failed] = within(table).getAllByRole("row");
  expect(ready).toHaveTextContent(/First and last round.*Ready.*Description: round 1, Description: final text/);
  expect(running).toHaveTextContent("Measuring");
  expect(failed).toHaveTextContent("Failed");
  expect(screen.getByRole("link", { name: "First and last round" })).toHaveAttribute("href", "/projects/1/texts/3");
});

test("no reports is said with what they are for", async () => {
  const { server } = renderApp(PAGE);
  server.on("GET", "/api/v1/projects/:id/text-reports", () => ({ next: null, previous: null, results: [] }));
  expect(await screen.findByText("No reports on texts yet")).toBeInTheDocument();
});

test("sources, references and measures are sent, and the report is followed", async () => {
  const { server, router } = renderApp(`${PAGE}/new`);
  await userEvent.type(await screen.findByLabelText(/^Name/), "Rounds");
  const submit = screen.getByRole("button", { name: "Measure" });
  expect(submit).toBeDisabled();
  await userEvent.click(screen.getByLabelText("Description: round 1"));
  await userEvent.click(screen.getByLabelText("File: GPT-4V"));
  await userEvent.type(screen.getByLabelText("What “File: GPT-4V” is called in the report"), "GPT-4V");
  await userEvent.click(screen.getByLabelText("References", { selector: "input" }));
  await userEvent.click(await screen.findByRole("option", { name: "Description: final text (118)" }));
  await userEvent.click(screen.getByLabelText("Readability"));
  await userEvent.click(screen.getByLabelText("METEOR as well"));
  expect(screen.getByText("2 sources chosen")).toBeInTheDocument();
  await userEvent.click(submit);
  await expect.poll(() => router.state.location.pathname).toBe("/projects/1/texts/9");
  expect(server.sent("POST", "/api/v1/projects/1/text-reports").at(-1)?.body).toEqual({
    name: "Rounds",
    sources: [
      { source: { type: "round", stage: "description", index: 1 }, title: "Description: round 1" },
      { source: { type: "file", file: 7 }, title: "GPT-4V" },
    ],
    references: { type: "final", stage: "description" },
    measures: ["describe", "captions", "specificity"],
    same_images: true,
    meteor: false,
  });
  expect(await screen.findByText("Measuring texts")).toBeInTheDocument();
});

test("what the server refuses is said beside its field", async () => {
  const { server } = renderApp(`${PAGE}/new`);
  server.on("POST", "/api/v1/projects/:id/text-reports", () => {
    throw new FakeError(422, "invalid", "Give the report a name.", {
      fields: [{ path: "name", code: "required", message: "Give the report a name." }],
    });
  });
  await userEvent.type(await screen.findByLabelText(/^Name/), " ");
  await userEvent.click(screen.getByLabelText("Description: round 1"));
  await userEvent.click(screen.getByRole("button", { name: "Measure" }));
  expect(await screen.findByLabelText(/^Name/)).toHaveAccessibleDescription("Give the report a name.");
});

test("without any text the form leads to a file of texts", async () => {
  const { server } = renderApp(`${PAGE}/new`);
  server.on("GET", "/api/v1/projects/:id/text-sources", () => []);
  expect(await screen.findByText("There are no texts to measure yet")).toBeInTheDocument();
});

test("a report shows figures side by side, says what is missing, and draws how they are spread", async () => {
  renderApp(`${PAGE}/3`);
  const described = await screen.findByRole("table", { name: "Length and words" });
  expect(within(described).getAllByRole("row").at(-1)).toHaveTextContent(
    "Description: final text118217.20140.50 to 161.759.80",
  );
  const apart = screen.getByRole("table", { name: "Length and words: differences" });
  expect(within(apart).getAllByRole("row").at(-1)).toHaveTextContent("Description: final text11865.9558.25 to 73.50");
  const scores = screen.getByRole("table", { name: "Scores against the references" });
  expect(within(scores).getAllByRole("row")[1]).toHaveTextContent("0.1235–");
  expect(screen.getByText(/^SPICE: SPICE is not available/)).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "Tokens" })).toHaveAccessibleDescription(/Description: round 1: median 200/);
  expect(screen.getAllByText(/Rests on fewer than 30.*n = 12/)).toHaveLength(1);
});

test("every table is a file for sheets and for papers", async () => {
  renderApp(`${PAGE}/3`);
  expect(await screen.findByRole("link", { name: "Length and words as LaTeX" })).toHaveAttribute(
    "href",
    "/api/v1/projects/1/text-reports/3/table.tex?table=describe",
  );
  expect(screen.getByRole("link", { name: "Texts as CSV" })).toHaveAttribute(
    "href",
    "/api/v1/projects/1/text-reports/3/table.csv?table=texts",
  );
});

test("a report that is measured shows its job, and one that failed says why", async () => {
  const { unmount } = renderApp(`${PAGE}/2`);
  expect(await screen.findByText(/Description: round 1: describe/)).toBeInTheDocument();
  unmount();
  renderApp(`${PAGE}/1`);
  expect(await screen.findByText(/There is no such file of texts/)).toBeInTheDocument();
});

test("deleting asks first and leads back to the list", async () => {
  const { router } = renderApp(`${PAGE}/3`);
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete “First and last round”?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await expect.poll(() => router.state.location.pathname).toBe(PAGE);
  expect(await screen.findByText("All rounds")).toBeInTheDocument();
  expect(screen.queryByText("First and last round")).not.toBeInTheDocument();
});
