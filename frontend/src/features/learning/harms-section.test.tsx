import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ada, makeProject } from "@/testing/world";

const PAGE = "/projects/1/learning";
const VERSIONS = "/api/v1/projects/:id/harms/versions";

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

test("leads see the cases of each version, and where it was not measured", async () => {
  renderApp(PAGE);
  const part = await screen.findByRole("region", { name: "Harm cases by version" });
  expect(await within(part).findByText("5 images are left out of training now.")).toBeInTheDocument();
  const [, newer, older] = within(within(part).getByRole("table")).getAllByRole("row");
  expect(cellsOf(newer as HTMLElement).slice(1, 4)).toEqual(["Not measured", "–", "–"]);
  expect(cellsOf(older as HTMLElement).slice(2)).toEqual(["40", "9", "6", "2", "4", "3", "2"]);
  expect(within(part).queryByRole("columnheader", { name: "Sent to review" })).not.toBeInTheDocument();
  const [run, found] = within(older as HTMLElement).getAllByRole("link");
  expect(run).toHaveAttribute("href", "/projects/1/studies/harms/7");
  expect(found).toHaveAccessibleName(/^Read 9 cases of /);
  expect(found).toHaveAttribute("href", expect.stringMatching(/\/7\/cases\?measure=demeaning&version=\d+$/));
  expect(await accessibilityProblems()).toEqual([]);
});

test("what people made of seeds is counted apart, with what was sent to review", async () => {
  renderApp(PAGE);
  const part = await screen.findByRole("region", { name: "Harm cases by version" });
  await userEvent.click(await within(part).findByRole("radio", { name: "In what people made of them" }));
  const older = within(within(part).getByRole("table")).getAllByRole("row")[2] as HTMLElement;
  expect(cellsOf(older).slice(2)).toEqual(["40", "4", "6", "2", "4", "2", "1", "3", "2"]);
  await userEvent.click(within(part).getByRole("combobox", { name: "Measure" }));
  await userEvent.click(await screen.findByRole("option", { name: "Words wrongly included" }));
  expect(within(part).getAllByText("Not measured")).toHaveLength(2);
});

test("a project without versions says so", async () => {
  const { server } = renderApp(PAGE);
  server.on("GET", VERSIONS, () => ({ left_out: 0, versions: [] }));
  expect(await screen.findByText("There is no version of a model yet.")).toBeInTheDocument();
});

test("reviewers are not told of harms", async () => {
  const { server } = renderApp(PAGE, { user: ada, projects: [makeProject({ role: "reviewer" })] });
  expect(await screen.findByRole("table", { name: "Trainings" })).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Harm cases by version" })).not.toBeInTheDocument();
  expect(server.sent("GET", "/api/v1/projects/1/harms/versions")).toEqual([]);
});
