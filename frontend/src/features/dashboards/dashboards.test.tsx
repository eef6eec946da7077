import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { makeProject, tomas } from "@/testing/world";
import { makeRounds, makeStage, makeStopping, spread } from "@/testing/world-dashboards";

const of = (path: string) => `/api/v1/projects/:id/${path}`;

test("rounds are told as distributions, by round and over time", async () => {
  renderApp("/projects/1/rounds");
  const jaccard = await screen.findByRole("figure", { name: "Similarity to the round before" });
  await userEvent.click(within(jaccard).getByRole("button", { name: "Show as table" }));
  const rows = within(jaccard)
    .getAllByRole("row")
    .map((row) => row.textContent);
  // The first round has no round before it.
  expect(rows[1]).toBe("Round 10––––––");
  expect(rows[2]).toContain("Round 280");
  expect(screen.getByRole("img", { name: "Similarity of rounds 2 and 3" })).toBeInTheDocument();
  expect(screen.getAllByText(/Rests on fewer than 30.*Round 3 \(n = 12\)/)[0]).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

test("stage, days and round of the charts are part of the address", async () => {
  const { history, server } = renderApp("/projects/1/rounds?stage=description");
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2026-11-02" } });
  await userEvent.click(await screen.findByRole("radio", { name: "2" }));
  await expect.poll(() => history.location.search).toBe("?stage=description&from=2026-11-02&round=2");
  expect(server.sent("GET", "/api/v1/projects/1/rounds").at(-1)?.query.get("from")).toBe("2026-11-02");
  expect(await screen.findByRole("figure", { name: "Tokens per text, Round 2" })).toBeInTheDocument();
});

test("a year that is still being typed asks for nothing", async () => {
  const { history } = renderApp("/projects/1/rounds");
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "0002-01-01" } });
  expect(history.location.search).toBe("");
});

test("before the first submission the page of rounds says what will stand here", async () => {
  const { server } = renderApp("/projects/1/rounds");
  server.on("GET", of("rounds"), () => makeRounds({ rounds: [], calendar: { unit: "day", pairs: [], rounds: [] } }));
  expect(await screen.findByText("No rounds yet")).toBeInTheDocument();
});

test("independent answers are not called rounds and have no similarity", async () => {
  const { server } = renderApp("/projects/1/rounds");
  server.on("GET", of("rounds"), () =>
    makeRounds({
      stages: [{ key: "caption", title: "Captions", title_code: null, mode: "parallel" }],
      stage: "caption",
      calendar: { unit: "day", pairs: [], rounds: [] },
    }),
  );
  expect(await screen.findByRole("region", { name: "By answer" })).toHaveTextContent("Answer 1");
  expect(screen.queryByText("Similarity to the round before")).not.toBeInTheDocument();
});

test("the threshold moves by keyboard and says what it saves, costs, and leaves open", async () => {
  const { history } = renderApp("/projects/1/stopping");
  const slider = await screen.findByRole("slider", { name: "Threshold of similarity" });
  expect(slider).toHaveAttribute("aria-valuetext", "0.80");
  const region = screen.getByRole("region", { name: "Early stopping" });
  expect(region).toHaveTextContent("Rounds not opened20");
  expect(region).toHaveTextContent("No image was stopped below this threshold");
  expect(region).not.toHaveTextContent("nobody has seen");
  slider.focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(region).toHaveTextContent("Rounds not opened16");
  expect(region).toHaveTextContent("2 images were stopped below this threshold and would have gone on.");
  expect(region).toHaveTextContent("nobody has seen");
  expect(region).toHaveTextContent("This rests on 16 rounds only, fewer than 30");
  await expect.poll(() => history.location.search).toBe("?threshold=0.84");
  expect(await accessibilityProblems()).toEqual([]);
});

test("a simulator without rounds, or without a stage that has any, says why", async () => {
  const { server, unmount } = renderApp("/projects/1/stopping");
  server.on("GET", of("stopping"), () =>
    makeStopping({ rounds_done: 0, thresholds: [], rule: { n: 1, threshold: 0.8, enabled: false } }),
  );
  expect(await screen.findByText("No rounds to simulate yet")).toBeInTheDocument();
  expect(screen.getByText(/Early stopping is off/)).toBeInTheDocument();
  unmount();
  const other = renderApp("/projects/1/stopping");
  other.server.on("GET", of("stopping"), () => makeStopping({ stage: null, stages: [], rule: null, thresholds: [] }));
  expect(await screen.findByText("No stage has rounds")).toBeInTheDocument();
});

test("who works unlike the others is said first, with the figures that say so", async () => {
  renderApp("/projects/1/annotators");
  const notice = await screen.findByText("1 new person works unlike the others");
  expect(notice.closest('[role="alert"]')).toHaveTextContent(/Mei Tanaka.*Fast:.*150 s to 900 s would be usual/);
  expect(await accessibilityProblems()).toEqual([]);
});

test("annotators are ordered and filtered by the server, as the address says", async () => {
  const { history, server } = renderApp("/projects/1/annotators");
  const header = await screen.findByRole("columnheader", { name: "Evidence against" });
  expect(header).toHaveAttribute("aria-sort", "descending");
  await userEvent.click(screen.getByRole("button", { name: "Active time" }));
  await expect.poll(() => history.location.search).toBe("?order=-seconds");
  await userEvent.click(screen.getByRole("checkbox", { name: "With early warnings only" }));
  await expect.poll(() => history.location.search).toBe("?order=-seconds&warned=1");
  await expect
    .poll(() =>
      server
        .sent("GET", "/api/v1/projects/1/annotators")
        .some(({ query }) => query.toString() === "order=-seconds&warned=true"),
    )
    .toBe(true);
  expect(await screen.findByRole("row", { name: /Mei Tanaka/ })).toBeInTheDocument();
  await expect.poll(() => screen.queryByRole("row", { name: /Ada Okafor/ })).toBeNull();
});

test("one person's page shows weeks against the pool, flags, and texts as what was changed", async () => {
  renderApp("/projects/1/annotators/4");
  expect(await screen.findByRole("heading", { level: 2, name: "Mei Tanaka" })).toBeInTheDocument();
  expect(screen.getByRole("img", { name: "Active time per answer" })).toHaveAccessibleDescription(
    /This person: from 52 s to 38 s.* All others: from 7 min to 7 min/,
  );
  expect(screen.getByRole("link", { name: "Unusual time" })).toHaveAttribute(
    "href",
    expect.stringContaining("code=time_outlier"),
  );
  const texts = await screen.findByRole("list", { name: "Texts" });
  const [changed, fresh] = within(texts).getAllByRole("listitem");
  expect(changed?.querySelectorAll("ins")).toHaveLength(2);
  expect(changed).toHaveTextContent(/Image description, round 2/);
  expect(fresh).toHaveTextContent("Written from nothing.");
  expect(await accessibilityProblems()).toEqual([]);
});

test("a stage says where samples are, what waits longest, and who works there", async () => {
  const { server } = renderApp("/projects/1/stages/description");
  server.on("GET", of("stages/:stage"), () =>
    makeStage({ rounds: makeRounds().rounds.map((round) => ({ ...round, tokens: spread(0, 0) })) }),
  );
  const where = await screen.findByRole("region", { name: "Where the samples are" });
  expect(where).toHaveTextContent(/Not here yet6Here now2Moved on5/);
  expect(screen.getByRole("link", { name: "market-square-002.jpg" })).toHaveAttribute("href", "/samples/2");
  expect(screen.getByRole("link", { name: "Round charts" })).toHaveAttribute(
    "href",
    "/projects/1/rounds?stage=description",
  );
  expect(await accessibilityProblems()).toEqual([]);
});

test("a stage that does not exist is said, with a way back", async () => {
  renderApp("/projects/1/stages/nothing");
  expect(await screen.findByText("This project has no such stage")).toBeInTheDocument();
});

test("what the server refuses is said, and annotators have no dashboards", async () => {
  const { server, unmount } = renderApp("/projects/1/rounds");
  server.on("GET", of("rounds"), () => {
    throw new FakeError(400, "invalid", "The last day is before the first.");
  });
  expect(await screen.findByText("The last day is before the first.")).toBeInTheDocument();
  unmount();
  renderApp("/projects/1/annotators", { user: tomas, projects: [makeProject({ role: "annotator" })] });
  expect(await screen.findByText(/For leads and reviewers|reviewers/)).toBeInTheDocument();
});
