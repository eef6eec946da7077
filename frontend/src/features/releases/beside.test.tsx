import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderApp } from "@/testing/render-app";
import { datasheet, releases, statistics } from "@/testing/world-releases";

const RELEASES = "/api/v1/projects/1/releases";

test("a release says how much of it was withdrawn since", async () => {
  const { server } = renderApp("/projects/1/releases/1");
  server.on("GET", `${RELEASES}/1`, () => ({ ...releases[1], withdrawn: 3 }));
  expect(await screen.findByText("3 samples were withdrawn since")).toBeInTheDocument();
  expect(screen.getByText(/tombstones\.json/)).toBeInTheDocument();
});

test("two releases stand beside each other: counts, figures and samples", async () => {
  const { server } = renderApp("/projects/1/releases/3/compare");
  const [, older] = releases;
  const newer = { ...older, id: 3, version: "2.0.0" };
  // A release of an earlier installation says nothing of agreement.
  const side = (release: typeof newer, samples: number, agreement = statistics.agreement) => ({
    ...release,
    statistics: { ...statistics, samples, agreement },
  });
  const split = { split_before: "train", split_after: null };
  server
    .on("GET", RELEASES, () => ({ next: null, previous: null, results: [newer, older] }))
    .on("GET", `${RELEASES}/3`, () => newer)
    .on("GET", `${RELEASES}/3/compare/1`, () => ({
      before: side({ ...newer, version: "1.0.0" }, 118, []),
      after: side(newer, 131),
      added: 14,
      removed: 1,
      changed: 5,
      unchanged: 112,
    }))
    .on("GET", `${RELEASES}/3/compare/1/samples`, ({ query }) => ({
      next: null,
      previous: null,
      results: [{ external_id: "lane-7", change: query.get("change") ?? "removed", ...split }],
    }));
  expect(await screen.findByRole("row", { name: "Samples 118 131" })).toBeInTheDocument();
  const alike = "Similarity of texts side by side, caption – 0.41 (0.38 – 0.44; 96 images)";
  expect(screen.getByRole("row", { name: alike })).toBeInTheDocument();
  expect(screen.getByText("0.50 (1 image, no interval)")).toBeInTheDocument();
  const samples = await screen.findByRole("table", { name: "Samples that differ" });
  expect(within(samples).getByRole("row", { name: "lane-7 Removed train" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("combobox", { name: "Show" }));
  await userEvent.click(await screen.findByRole("option", { name: "Changed" }));
  expect(await screen.findByRole("row", { name: "lane-7 Changed train" })).toBeInTheDocument();
});

test("a release of any page of the list can be compared with", async () => {
  const [, older] = releases;
  const many = Array.from({ length: 120 }, (_, place) => ({
    ...older,
    id: 130 - place,
    version: `1.${String(119 - place)}.0`,
  }));
  const { server } = renderApp("/projects/1/releases/130/compare");
  server
    .on("GET", RELEASES, ({ query }) =>
      query.get("cursor") === "second"
        ? { next: null, previous: "first", results: many.slice(100) }
        : { next: "second", previous: null, results: many.slice(0, 100) },
    )
    .on("GET", `${RELEASES}/130`, () => many[0]);
  const choice = await screen.findByRole("combobox", { name: "Compare with" });
  await userEvent.clear(choice);
  await userEvent.type(choice, "1.0.0");
  expect(await screen.findByRole("option", { name: "Village streets 1.0.0" })).toBeInTheDocument();
});

test("only what is no draft is saved, and the drafts of the rest stay", async () => {
  const { server } = renderApp("/projects/1/releases/datasheet");
  const licence = await screen.findByRole("textbox", { name: "Under which licence?" });
  expect(licence).toHaveValue("CC-BY-4.0");
  await userEvent.type(screen.getByRole("textbox", { name: "Who maintains it?" }), "The lab.");
  expect(screen.getByText("1 answer not saved")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Save datasheet" }));
  expect(await screen.findByText("The datasheet is saved.")).toBeInTheDocument();
  expect(server.sent("PUT", `${RELEASES}/datasheet`).at(-1)?.body).toEqual({
    answers: { "uses.not_for": "Not to find people.", "maintenance.contact": "The lab." },
  });
});

test("an edited answer can be its draft again", async () => {
  renderApp("/projects/1/releases/datasheet");
  const licence = await screen.findByRole("textbox", { name: "Under which licence?" });
  await userEvent.type(licence, " or so");
  await userEvent.click(screen.getByRole("button", { name: "Use the draft again: Under which licence?" }));
  expect(licence).toHaveValue(datasheet.questions[0]?.draft);
  expect(screen.getByRole("button", { name: "Save datasheet" })).toBeDisabled();
});

test("leaving the datasheet with something typed asks first", async () => {
  const confirm = vi.fn(() => false);
  vi.stubGlobal("confirm", confirm);
  const { history } = renderApp("/projects/1/releases/datasheet");
  await userEvent.type(await screen.findByRole("textbox", { name: "Who maintains it?" }), "x");
  await userEvent.click(screen.getByRole("link", { name: "All releases" }));
  expect(confirm).toHaveBeenCalled();
  expect(history.location.pathname).toBe("/projects/1/releases/datasheet");
});
