import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { makeJob, notice } from "@/testing/world";
import { preview, running } from "@/testing/world-releases";

const PROJECT = "/api/v1/projects/1";

test("the newest release comes first, with how far it is, and a frozen one can be downloaded", async () => {
  renderApp("/projects/1/releases");
  const table = await screen.findByRole("table", { name: "Releases" });
  const [, first, second] = within(table).getAllByRole("row");
  expect(first).toHaveTextContent(/Village streets 1\.1\.0Running40 of 120/);
  expect(second).toHaveTextContent(/Village streets 1\.0\.0Frozen/);
  expect(second).toHaveTextContent("1.2 MB9f86d081884c…");
  const link = screen.getByRole("link", { name: "Download Village streets 1.0.0" });
  expect(link).toHaveAttribute("href", `${PROJECT}/releases/1/archive`);
});

test("the digest is copied whole", async () => {
  const user = userEvent.setup();
  renderApp("/projects/1/releases");
  await user.click(await screen.findByRole("button", { name: "Copy the digest of Village streets 1.0.0" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toMatch(/^9f86d081.{48}b0f00a08$/);
});

test("without releases the page says what one is and why", async () => {
  const { server } = renderApp("/projects/1/releases");
  server.on("GET", `${PROJECT}/releases`, () => ({ next: null, previous: null, results: [] }));
  expect(await screen.findByRole("heading", { name: "No releases yet" })).toBeInTheDocument();
  expect(screen.getByText(/its files never change/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "New release" })).toHaveAttribute("href", "/projects/1/releases/new");
});

test("a list that did not come can be asked for again", async () => {
  const { server } = renderApp("/projects/1/releases");
  server.on("GET", `${PROJECT}/releases`, () => {
    throw new FakeError(503, "busy", "The server is busy.");
  });
  expect(await screen.findByText("The server is busy.")).toBeInTheDocument();
  server.on("GET", `${PROJECT}/releases`, () => ({ next: null, previous: null, results: [] }));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No releases yet")).toBeInTheDocument();
});

test("the next version of the last name is offered, with what was said of it", async () => {
  renderApp("/projects/1/releases/new");
  expect(await screen.findByLabelText(/^Version/)).toHaveValue("1.2.0");
  expect(screen.getByRole("combobox", { name: "Licence" })).toHaveValue("CC-BY-4.0");
  const name = screen.getByRole("combobox", { name: /^Name/ });
  await userEvent.clear(name);
  await userEvent.type(name, "Harbour");
  expect(screen.getByLabelText(/^Version/)).toHaveValue("0.4.0");
  await userEvent.type(name, " at night");
  expect(screen.getByLabelText(/^Version/)).toHaveValue("1.0.0");
});

test("a version that somebody typed stays when the name changes", async () => {
  renderApp("/projects/1/releases/new");
  const version = await screen.findByLabelText(/^Version/);
  await userEvent.clear(version);
  await userEvent.type(version, "3.0.0");
  await userEvent.type(screen.getByRole("combobox", { name: /^Name/ }), " at night");
  expect(version).toHaveValue("3.0.0");
});

test("the form says what would be in it, and follows its choices", async () => {
  renderApp("/projects/1/releases/new");
  expect(await screen.findByText("120 samples would be in it now")).toBeInTheDocument();
  expect(screen.getByText("Left out: 2 samples not finished.")).toBeInTheDocument();
  await userEvent.click(screen.getByLabelText("Only approved answers"));
  expect(await screen.findByText("40 samples would be in it now")).toBeInTheDocument();
  expect(screen.getByText(/80 samples not approved/)).toBeInTheDocument();
});

test("a refused version is said at its field, has the focus, and nothing typed is lost", async () => {
  const { server } = renderApp("/projects/1/releases/new");
  server.on("POST", `${PROJECT}/releases`, () => {
    const fields = [{ path: "version", message: "1.0.0 is not higher than 1.1.0.", code: "invalid" }];
    throw new FakeError(400, "invalid", "Some fields are not valid.", { fields });
  });
  const version = await screen.findByLabelText(/^Version/);
  await userEvent.clear(version);
  await userEvent.type(version, "1.0.0");
  await userEvent.type(screen.getByLabelText(/^Description/), " At noon.");
  await userEvent.click(screen.getByRole("button", { name: "Freeze release" }));
  expect(await screen.findByText("1.0.0 is not higher than 1.1.0.")).toBeInTheDocument();
  expect(version).toHaveFocus();
  expect(version).toHaveValue("1.0.0");
  expect(screen.getByLabelText(/^Description/)).toHaveValue("Streets of villages in daylight. At noon.");
});

test("what was chosen is frozen, and its page shows how far it is", async () => {
  const { server, history } = renderApp("/projects/1/releases/new");
  expect(await screen.findByLabelText("ImageInWords JSONL")).toBeDisabled();
  await userEvent.click(screen.getByLabelText("CSV tables"));
  await userEvent.click(screen.getByRole("button", { name: "Freeze release" }));
  expect(await screen.findByText("Freezing a release")).toBeInTheDocument();
  expect(history.location.pathname).toBe("/projects/1/releases/9");
  expect(server.sent("POST", `${PROJECT}/releases`).at(-1)?.body).toEqual({
    name: "Village streets",
    version: "1.2.0",
    description: "Streets of villages in daylight.",
    licence: "CC-BY-4.0",
    citation: "@misc{streets, title={Village streets}}",
    formats: ["iiw-jsonl", "coco", "parquet", "csv"],
    only_approved: false,
    split: "",
  });
});

test("the first release has the name of the project, and says where nothing is finished", async () => {
  const { server } = renderApp("/projects/1/releases/new");
  server
    .on("GET", `${PROJECT}/releases`, () => ({ next: null, previous: null, results: [] }))
    .on("GET", `${PROJECT}/releases/preview`, () => ({ ...preview, samples: 0, latest: [] }));
  expect(await screen.findByRole("combobox", { name: /^Name/ })).toHaveValue("Village streets");
  expect(screen.getByLabelText(/^Version/)).toHaveValue("1.0.0");
  expect(screen.getByText(/Only finished samples are released/)).toBeInTheDocument();
});

test("a release shows its digest, its figures in words, its files, and how to check them", async () => {
  renderApp("/projects/1/releases/1");
  expect(await screen.findByRole("heading", { name: "Village streets 1.0.0" })).toBeInTheDocument();
  const digest = screen.getByRole("textbox", { name: "Digest" });
  expect((digest as HTMLInputElement).value).toHaveLength(64);
  expect(screen.getByText(/b0f00a08 manifest\.json" \| sha256sum --check/)).toBeInTheDocument();
  expect(screen.getByText(/load_dataset/)).toBeInTheDocument();
  expect(screen.getByRole("row", { name: "Samples in split val 18" })).toBeInTheDocument();
  const rounds = screen.getByRole("table", { name: "Statistics by round" });
  expect(within(rounds).getByText("Image description, round 1, by people")).toBeInTheDocument();
  const file = screen.getByRole("link", { name: "Download records.jsonl" });
  expect(file).toHaveAttribute("href", `${PROJECT}/releases/1/files/records.jsonl`);
});

test("a release that could not be frozen says why and can be tried again", async () => {
  const { server } = renderApp("/projects/1/releases/2");
  const error = { ...notice("The disk is full."), code: "failed", retry: true };
  server.on("GET", `${PROJECT}/releases/2`, () => ({
    ...running,
    state: "failed",
    job: makeJob({ state: "failed", error }),
  }));
  expect(await screen.findByText(/The disk is full/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Run again" }));
  expect(await screen.findByText("The job is in line again.")).toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: "Files" })).not.toBeInTheDocument();
});
