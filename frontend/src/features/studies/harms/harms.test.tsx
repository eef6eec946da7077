import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { harmRun, measured } from "@/testing/world-harms";
import { brief } from "@/testing/world-models";

const PAGE = "/projects/1/studies/harms";
const API = "/api/v1/projects/1";
const RUN = "/api/v1/harm-runs/:run";

test("a stage that is not there says why, and the pairing says what it shows and what not", async () => {
  const { server, router } = renderApp(`${PAGE}/new`);
  const candidates = await screen.findByRole("radiogroup", { name: "What is measured" });
  expect(within(candidates).getByRole("radio", { name: "S2: labels by a system" })).toBeDisabled();
  expect(within(candidates).getByText("No detector wrote seeds.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Measure" })).toBeDisabled();
  await userEvent.click(within(candidates).getByRole("radio", { name: "S4: texts by a system" }));
  const truths = screen.getByRole("radiogroup", { name: "What counts as the truth" });
  expect(within(truths).getByRole("radio", { name: "S4: texts by a system" })).toBeDisabled();
  await userEvent.click(within(truths).getByRole("radio", { name: "S1: labels by people" }));
  const pairing = screen.getByRole("status", { name: "What this pairing can show" });
  expect(pairing).toHaveTextContent("Whether the system says what people did not label.");
  expect(pairing).toHaveTextContent("Whether the labels are right.");
  await userEvent.click(screen.getByRole("button", { name: "Measure" }));
  await expect.poll(() => router.state.location.pathname).toBe(`${PAGE}/4`);
  expect(server.sent("POST", `${API}/harm-runs`).at(-1)?.body).toEqual({
    candidate: "s4",
    truth: "s1",
    threshold: 0.005,
    covered: 0.1,
    parser: "auto",
  });
});

test("a file is measured alone, and a refusal stands at its field with the settings open", async () => {
  const { server } = renderApp(`${PAGE}/new`);
  server.on("POST", "/api/v1/projects/:id/harm-runs", () => {
    throw new FakeError(422, "invalid", "Some values are wrong.", {
      fields: [{ path: "threshold", code: "invalid", message: "At most 0.25." }],
    });
  });
  const candidates = await screen.findByRole("radiogroup", { name: "What is measured" });
  await userEvent.click(within(candidates).getByRole("radio", { name: "File: A published system" }));
  await userEvent.click(screen.getByRole("radio", { name: "Nothing" }));
  expect(screen.getByText("What a file says.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Measure" }));
  expect(await screen.findByText("At most 0.25.")).toBeVisible();
  expect(screen.getByLabelText("Least association").closest("details")).toHaveAttribute("open");
});

test("groups that few images show are named above what goes with them", async () => {
  renderApp(`${PAGE}/3`);
  expect(await screen.findByText(/Groups with fewer than 30 images here \(two: 18\)/)).toBeVisible();
});

test("each figure has its number, its interval and the figure without dismissed cases, and leads to its cases", async () => {
  renderApp(`${PAGE}/3`);
  const table = await screen.findByRole("table", { name: "Demeaning words" });
  const row = within(table).getByRole("row", { name: /Adjectives, upper bound/ });
  expect(row).toHaveTextContent(/4\.5%.*2\.4% to 8\.3%.*9 of 200 images.*4%.*8 of 200 images.*Cases of 9 images/);
  expect(within(row).getByRole("link")).toHaveAttribute(
    "href",
    `${PAGE}/3/cases?measure=demeaning&bound=upper&kind=attribute`,
  );
  expect(screen.getByText("No list of demeaning nouns was provided.")).toBeInTheDocument();
  expect(screen.getAllByText("Each word is counted as what it most often means.").length).toBeGreaterThan(3);
  const said = screen.getByRole("table", { name: "What is said" });
  expect(within(said).getByRole("row", { name: /Objects/ })).toHaveTextContent(/5 of 850 words.*8 of 850 words/);
  const differences = screen.getByRole("table", { name: "Differences between groups" });
  expect(differences).toHaveTextContent(/one − two.*50.*-12\.9%.*-26% to -0\.4%/);
  expect(screen.getByRole("link", { name: "Read 5 cases of ugly" })).toHaveAttribute(
    "href",
    `${PAGE}/3/cases?measure=demeaning&word=ugly`,
  );
  expect(screen.getByRole("link", { name: "Export as JSON lines" })).toHaveAttribute(
    "href",
    "/api/v1/harm-runs/3/export",
  );
});

test("how people are spoken of is shown by context, by what it rests on, and where they are left out", async () => {
  renderApp(`${PAGE}/3`);
  const context = await screen.findByRole("table", { name: "Words that demean by context" });
  const girl = within(context).getByRole("row", { name: /A woman called a girl/ });
  expect(girl).toHaveTextContent(/The truth names such a person in 40 images.*2 of 38 images/);
  const [boy, boyWithGroups] = within(context).getAllByRole("row", { name: /A Black man called a boy/ });
  expect(boy).toHaveTextContent(/0 of 0 images/);
  expect(boyWithGroups).toHaveTextContent(/groups counted in.*1 of 30 images/);
  expect(within(context).getAllByRole("row", { name: /A woman called a girl/ })).toHaveLength(1);
  expect(screen.getByText(/What the groups mean: two: Black, Man\./)).toBeInTheDocument();
  const identity = screen.getByRole("table", { name: "Words that say who people are" });
  expect(within(identity).getAllByRole("row")).toHaveLength(2);
  expect(identity).toHaveTextContent(/Gender.*70 of 200 images.*69 of 70 images.*0\.6.*0\.55 to 0\.65.*96%/);
  expect(screen.getByText("Never said: Age, Ethnicity, Religion, Disability, Sexuality.")).toBeInTheDocument();
  const absent = screen.getByRole("table", { name: "What is missing most often" });
  expect(absent).toHaveTextContent(/turban \(noun\) turban\.n\.01.*artefact.*9 of 12 images.*1/);
  const apart = screen.getByRole("table", { name: "Differences between groups: People and artefacts left out" });
  expect(apart).toHaveTextContent(/one − two.*-22\.9%/);
});

test("a measurement says with which version of the product it was made", async () => {
  renderApp(`${PAGE}/3`);
  expect(await screen.findByText(/made with version 0\.1\.0/)).toBeInTheDocument();
});

test("a measurement under way shows how far it is, and no figure", async () => {
  renderApp(`${PAGE}/4`);
  expect(await screen.findByText("40 of 200")).toBeInTheDocument();
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
});

test("a case is read and judged by keys alone, with its note, and the next one follows", async () => {
  const { server } = renderApp(`${PAGE}/3/cases`);
  expect(await screen.findByRole("img", { name: "Image chair-1.jpg" })).toBeInTheDocument();
  expect(screen.getByText("ugly", { selector: "[data-part]" })).toBeInTheDocument();
  expect(screen.getByText(/displeasing to the senses/)).toBeInTheDocument();
  expect(screen.getByText(/most common of the 4 meanings/)).toBeInTheDocument();
  await userEvent.keyboard("n");
  await userEvent.keyboard("1 of a chair");
  expect(server.sent("PUT", `/api/v1/harm-cases/1`)).toEqual([]);
  await userEvent.tab();
  await userEvent.keyboard("2");
  expect(await screen.findByRole("img", { name: "Image chair-2.jpg" })).toBeInTheDocument();
  expect(server.sent("PUT", `/api/v1/harm-cases/1`).at(-1)?.body).toEqual({
    verdict: "wrong_synset",
    note: "1 of a chair",
  });
  await userEvent.keyboard("k");
  expect(await screen.findByText("Wrong meaning, says Lena Berg")).toBeInTheDocument();
  await userEvent.keyboard("u");
  expect(await screen.findByText("Not read yet", { selector: "[role=status]" })).toBeInTheDocument();
});

test("a refused verdict is said, and the note stays", async () => {
  const { server } = renderApp(`${PAGE}/3/cases`);
  server.on("PUT", "/api/v1/harm-cases/:case", () => {
    throw new FakeError(409, "conflict", "The measurement is being made again.");
  });
  await userEvent.type(await screen.findByLabelText("Note"), "Hm");
  await userEvent.click(screen.getByRole("button", { name: "Genuine" }));
  expect(await screen.findByText("The measurement is being made again.")).toBeInTheDocument();
  expect(screen.getByLabelText("Note")).toHaveValue("Hm");
});

test("filters stand in the address, and where nothing fits that is said", async () => {
  const { router } = renderApp(`${PAGE}/3/cases?word=nasty`);
  expect(await screen.findByRole("heading", { name: "nasty" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("combobox", { name: "Verdict" }));
  await userEvent.click(await screen.findByRole("option", { name: "Not read yet" }));
  expect(await screen.findByRole("heading", { name: "No case fits" })).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ word: "nasty", verdict: "unread" });
});

test("what is done about a case has a reason and is done once", async () => {
  const { server } = renderApp(`${PAGE}/3/cases`);
  server.on("GET", RUN, () => ({ ...harmRun, candidate: "s3" }));
  await userEvent.click(await screen.findByRole("button", { name: "Do something about it" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Send to review" }));
  const dialog = await screen.findByRole("dialog", { name: "Send to review" });
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "Of a person");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send to review" }));
  expect(await screen.findByText(/Sent to review by Lena Berg/)).toBeInTheDocument();
  expect(server.sent("POST", `/api/v1/harm-cases/1/act`).at(-1)?.body).toEqual({
    act: "review",
    reason: "Of a person",
  });
});

test("of a system's words there is no answer to review or to do again", async () => {
  renderApp(`${PAGE}/3/cases`);
  await userEvent.click(await screen.findByRole("button", { name: "Do something about it" }));
  expect(await screen.findByRole("menuitem", { name: "Leave out of training" })).toBeInTheDocument();
  expect(screen.queryByRole("menuitem", { name: "Send to review" })).not.toBeInTheDocument();
  expect(screen.queryByRole("menuitem", { name: "Do again" })).not.toBeInTheDocument();
});

test("the words of all images stand above the choice of images, which changes the figures below", async () => {
  const { server } = renderApp(`${PAGE}/3`);
  const apart = { ...measured, arm: "unseeded" as const, images: 1, texts: 1 };
  server.on("GET", RUN, () => ({ ...harmRun, figures: [measured, apart] }));
  const choice = await screen.findByRole("radiogroup", { name: "Which images" });
  const words = screen.getByRole("heading", { name: "Words with most cases" });
  expect(words.compareDocumentPosition(choice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(within(choice).getByRole("radio", { name: "Begun from nothing" }));
  expect(screen.getByText(/^1 text of 1 image\./)).toBeInTheDocument();
});

test("each bound opens its own cases, a version its own, and another measure drops what it does not know", async () => {
  const { server, router } = renderApp(`${PAGE}/3/cases?measure=demeaning&bound=estimate&kind=attribute`);
  expect(await screen.findByRole("heading", { name: "No case fits" })).toBeInTheDocument();
  expect(screen.getByRole("combobox", { name: "Bound" })).toHaveValue("Estimate");
  await userEvent.click(screen.getByRole("combobox", { name: "Version of a model" }));
  await userEvent.click(await screen.findByRole("option", { name: /M2/ }));
  expect(router.state.location.search).toEqual({
    measure: "demeaning",
    bound: "estimate",
    kind: "attribute",
    version: brief(2).id,
  });
  const asked = server.sent("GET", "/api/v1/harm-runs/3/cases").at(-1)?.query;
  expect(asked?.get("version")).toBe(String(brief(2).id));
  await userEvent.click(screen.getByRole("combobox", { name: "Measure" }));
  await userEvent.click(await screen.findByRole("option", { name: "Words that say who people are" }));
  expect(router.state.location.search).toEqual({ measure: "identity", version: brief(2).id });
  expect(screen.getByRole("combobox", { name: "What it is about" })).toBeInTheDocument();
  expect(screen.queryByRole("combobox", { name: "Bound" })).not.toBeInTheDocument();
});

test("where a case stands is told among all of them, not on its page", async () => {
  renderApp(`${PAGE}/3/cases`);
  const bar = await screen.findByRole("navigation", { name: "Cases, one after the other" });
  expect(bar).toHaveTextContent("1 of 41");
  await userEvent.keyboard("j");
  expect(bar).toHaveTextContent("2 of 41");
});
