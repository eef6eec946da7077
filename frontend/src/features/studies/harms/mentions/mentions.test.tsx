import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Groups } from "@/api/groups";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { notice } from "@/testing/world";
import { mentionRun } from "@/testing/world-mentions";

const PAGE = "/projects/1/studies/harms/mentions";
const GROUPS = "/api/v1/projects/:id/groups";
const RUNS = "/api/v1/projects/:id/mention-runs";
const asked: Groups = {
  scheme: {
    name: "Skin tone",
    values: ["Lighter", "Darker", "Other"],
    means: {},
    guideline: "Look.",
    per_image: 3,
    is_enabled: true,
  },
  figures: null,
  undefined: null,
};

test("the page of harms leads to the measurements of mentions, each with how far it is", async () => {
  const { router } = renderApp("/projects/1/studies/harms");
  await userEvent.click(await screen.findByRole("link", { name: "Objects mentioned, by group" }));
  await expect.poll(() => router.state.location.pathname).toBe(PAGE);
  const table = await screen.findByRole("table", { name: "Objects mentioned, by group" });
  const row = within(table).getByRole("row", { name: /Lighter against Darker.*Measuring/ });
  expect(row).toHaveTextContent("40");
  expect(within(row).getByRole("link")).toHaveAttribute("href", `${PAGE}/6`);
});

test("a measurement is asked for with its two groups and the numbers of the paper", async () => {
  const { server, router } = renderApp(`${PAGE}/new`);
  server.on("GET", GROUPS, () => asked);
  const candidates = await screen.findByRole("radiogroup", { name: "Whose mentions" });
  await userEvent.click(within(candidates).getByRole("radio", { name: "S4: texts by a system" }));
  const shown = screen.getByRole("radiogroup", { name: "What images show" });
  expect(within(shown).getAllByRole("radio")).toHaveLength(2);
  expect(within(shown).getByRole("radio", { name: "S2: labels by a system" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Measure" })).toBeDisabled();
  await userEvent.click(within(shown).getByRole("radio", { name: "S1: labels by people" }));
  await userEvent.click(screen.getByRole("combobox", { name: "Second group" }));
  await userEvent.click(await screen.findByRole("option", { name: "Other" }));
  await userEvent.click(screen.getByText("Settings of the measurement"));
  await userEvent.clear(screen.getByLabelText("Types"));
  await userEvent.type(screen.getByLabelText("Types"), "20");
  await userEvent.clear(screen.getByLabelText("Draws"));
  await userEvent.click(screen.getByRole("button", { name: "Measure" }));
  await expect.poll(() => router.state.location.pathname).toBe(`${PAGE}/6`);
  expect(server.sent("POST", "/api/v1/projects/1/mention-runs").at(-1)?.body).toEqual({
    candidate: "s4",
    truth: "s1",
    first: "Lighter",
    second: "Other",
    types: 20,
    splits: 1000,
    more_than: 900,
    draws: 400,
    seed: 1,
    parser: "auto",
  });
});

test("a refusal stands at its field with the settings open", async () => {
  const { server } = renderApp(`${PAGE}/new`);
  server
    .on("GET", GROUPS, () => asked)
    .on("POST", RUNS, () => {
      throw new FakeError(422, "invalid", "Some values are wrong.", {
        fields: [{ path: "more_than", code: "invalid", message: "Choose fewer than there are splits." }],
      });
    });
  await userEvent.click(await screen.findByRole("radio", { name: "S4: texts by a system" }));
  const shown = screen.getByRole("radiogroup", { name: "What images show" });
  await userEvent.click(within(shown).getByRole("radio", { name: "S1: labels by people" }));
  await userEvent.click(screen.getByRole("button", { name: "Measure" }));
  expect(await screen.findByText("Choose fewer than there are splits.")).toBeVisible();
  expect(screen.getByLabelText("Usable splits").closest("details")).toHaveAttribute("open");
});

test("a project that asks for no groups is led to where it could, and nothing can be measured", async () => {
  const { server } = renderApp(`${PAGE}/new`);
  server.on("GET", GROUPS, () => ({ ...asked, scheme: null, undefined: notice("No groups.") }));
  expect(await screen.findByRole("heading", { name: "This project does not ask for groups" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Groups", current: false })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Measure" })).not.toBeInTheDocument();
});

test("each type has both intervals, its p-values and shares, and the note on many tests stands above", async () => {
  renderApp(`${PAGE}/5`);
  const table = await screen.findByRole("table", { name: "Types of objects" });
  const tie = within(table).getByRole("row", { name: /necktie/ });
  expect(tie).toHaveTextContent(/1\.80.*0\.87 to 2\.73.*1\.80.*1\.31 to 2\.29.*< 0\.001.*71\.2%.*62\.2%/);
  expect(tie).toHaveTextContent(/Lighter: 80%.*40 of 50 images.*Darker: 40%/);
  expect(within(table).getByRole("row", { name: /umbrella/ })).toHaveTextContent(/12 of 1,000/);
  const note = screen.getByRole("note", { name: "Many tests find something by chance alone" });
  expect(note).toHaveTextContent(/1 type leaves out 0 over splits.*1 of 1 types leaves out 0.*0\.1 would by chance/);
  expect(note).toHaveTextContent(/1 \(Holm\) and 1 \(Benjamini and Hochberg\)/);
  expect(screen.getByText("Splits share most of their images.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Export as JSON lines" })).toHaveAttribute(
    "href",
    "/api/v1/mention-runs/5/export",
  );
});

test("a measurement under way says which type of how many, can be cancelled, and shows no figure", async () => {
  renderApp(`${PAGE}/6`);
  expect(await screen.findByText(/Type 41 of 500/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Cancel" })).toBeInTheDocument();
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
});

test("without groups the reason stands where figures would", async () => {
  renderApp(`${PAGE}/7`);
  expect(await screen.findByText(/Nobody has said which groups/)).toBeInTheDocument();
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
  expect(screen.queryByText(/Lighter/)).not.toBeInTheDocument();
});

test("a measurement is deleted after a question, and the list follows", async () => {
  const { server, router } = renderApp(`${PAGE}/7`);
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await expect.poll(() => router.state.location.pathname).toBe(PAGE);
  expect(server.sent("DELETE", "/api/v1/mention-runs/7")).toHaveLength(1);
});

test("of chance findings nothing is said where no type was tested", async () => {
  const { server } = renderApp(`${PAGE}/5`);
  const { figures } = mentionRun;
  server.on("GET", "/api/v1/mention-runs/:run", () => ({
    ...mentionRun,
    figures: { ...figures, many: { ...figures?.many, tested: 0, kept: 0, kept_over_images: 0 } },
  }));
  expect(await screen.findByRole("table", { name: "Types of objects" })).toBeInTheDocument();
  expect(screen.queryByText("Many tests find something by chance alone")).not.toBeInTheDocument();
});

test("of many types fifty are shown at first, found by name and in the order that is asked for", async () => {
  const { server } = renderApp(`${PAGE}/5`);
  const { figures } = mentionRun;
  const [first] = figures?.rows ?? [];
  const rows = Array.from({ length: 120 }, (_, at) => ({
    ...first,
    type: `thing${String(at)}.n.01`,
    over_splits: { ...first?.over_splits, value: at },
  }));
  server.on("GET", "/api/v1/mention-runs/:run", () => ({ ...mentionRun, figures: { ...figures, rows } }));
  const table = await screen.findByRole("table", { name: "Types of objects" });
  const names = () =>
    within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell")[0]?.textContent);
  expect(names()).toHaveLength(50);
  await userEvent.click(screen.getByRole("button", { name: "Show 50 more of 70" }));
  expect(names()).toHaveLength(100);
  await userEvent.click(screen.getByRole("combobox", { name: "Order" }));
  await userEvent.click(await screen.findByRole("option", { name: "Most more often with Lighter" }));
  expect(within(screen.getByRole("table")).getAllByRole("row")[1]).toHaveTextContent("thing119");
  await userEvent.type(screen.getByRole("textbox", { name: "Type" }), "thing7.");
  expect(screen.getByText("1 type", { selector: "[role=status]" })).toBeInTheDocument();
});
