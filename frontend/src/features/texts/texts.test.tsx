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

test("a measure shows what it asks for once it is chosen, and sends it", async () => {
  const { server } = renderApp(`${PAGE}/new`);
  await userEvent.type(await screen.findByLabelText(/^Name/), "Words");
  await userEvent.click(screen.getByLabelText("Description: round 1"));
  await userEvent.click(screen.getByLabelText("Scores against references"));
  expect(screen.queryByLabelText("List of concepts")).not.toBeInTheDocument();
  expect(screen.queryByLabelText("References", { selector: "input" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText("Concepts"));
  await userEvent.type(screen.getByLabelText("List of concepts"), "dog{enter}{enter} traffic light ");
  await userEvent.click(screen.getByLabelText("Common words"));
  await userEvent.click(screen.getByLabelText("Compare with", { selector: "input" }));
  await userEvent.click(await screen.findByRole("option", { name: "File: GPT-4V (100)" }));
  await userEvent.click(screen.getByLabelText("CLIPScore"));
  await userEvent.click(await screen.findByLabelText("Model of images and texts", { selector: "input" }));
  await userEvent.click(await screen.findByRole("option", { name: "openai/clip" }));
  await userEvent.click(screen.getByLabelText("BERTScore"));
  expect(await screen.findByText(/This server has no BERT/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Measure" }));
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/text-reports")).toHaveLength(1);
  expect(server.sent("POST", "/api/v1/projects/1/text-reports").at(-1)?.body).toMatchObject({
    measures: ["describe", "readability", "specificity", "concepts", "words", "clipscore", "bertscore"],
    concepts: ["dog", "traffic light"],
    compared: { type: "file", file: 7 },
    common_words: 3000,
    image_model: "openai/clip",
    token_model: "",
  });
});

test("a file of questions is brought in where it is asked for, and chosen", async () => {
  const { server } = renderApp(`${PAGE}/new`);
  const file = { id: 4, name: "val", questions: 12, created_by: { id: 1, name: "Lena" }, created_at: "2026-01-01" };
  let files: (typeof file)[] = [];
  server
    .on("GET", "/api/v1/projects/:id/question-files", () => ({ next: null, previous: null, results: files }))
    .on("POST", "/api/v1/projects/:id/question-files", () => {
      files = [file];
      return file;
    });
  await userEvent.type(await screen.findByLabelText(/^Name/), "Answers");
  await userEvent.click(screen.getByLabelText("Description: round 1"));
  await userEvent.click(screen.getByLabelText("Answers to visual questions"));
  const picked = new File(["[]"], "val.json", { type: "application/json" });
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (input) await userEvent.upload(input, picked);
  await userEvent.click(screen.getByRole("button", { name: "Bring in" }));
  expect(await screen.findByDisplayValue("val (12)")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Measure" }));
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/text-reports")).toHaveLength(1);
  expect(server.sent("POST", "/api/v1/projects/1/text-reports").at(-1)?.body).toMatchObject({ questions: 4 });
});

test("a concept that is refused is said beside the list", async () => {
  const { server } = renderApp(`${PAGE}/new`);
  server.on("POST", "/api/v1/projects/:id/text-reports", () => {
    throw new FakeError(422, "invalid", "“?” has no word.", {
      fields: [{ path: "concepts[1]", code: "invalid", message: "“?” has no word." }],
    });
  });
  await userEvent.type(await screen.findByLabelText(/^Name/), "Words");
  await userEvent.click(screen.getByLabelText("Description: round 1"));
  await userEvent.click(screen.getByLabelText("Concepts"));
  await userEvent.type(screen.getByLabelText("List of concepts"), "dog{enter}?");
  await userEvent.click(screen.getByRole("button", { name: "Measure" }));
  expect(await screen.findByLabelText("List of concepts")).toHaveAccessibleDescription(/“\?” has no word/);
});

test("concepts stand source beside source, and new words with how often they occur", async () => {
  renderApp(`${PAGE}/4`);
  const concepts = await screen.findByRole("table", { name: "Concepts one by one" });
  const [, first, second] = within(concepts).getAllByRole("row");
  expect(first).toHaveTextContent("dog25% (30)18% to 33.5%10% (12)");
  expect(second).toHaveTextContent("boat0% (0)5% (6)");
  const shared = screen.getByRole("table", { name: "Common words shared" });
  expect(within(shared).getAllByRole("row").at(-1)).toHaveTextContent("Nouns118–");
  expect(
    screen.getByText(/^Overlap \(Description: final text: Nouns\): Each of the two needs 3,000/),
  ).toBeInTheDocument();
  expect(screen.getByText("kite (7), harbour (3)")).toBeInTheDocument();
  expect(screen.getByText("Words compared with: Description: round 1")).toBeInTheDocument();
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
