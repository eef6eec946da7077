import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { makeReport } from "@/testing/handlers-reports";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ada, makeProject, notice } from "@/testing/world";

const PAGE = "/projects/1/report";
const REPORTS = "/api/v1/projects/:id/reports";

test("a report can be read in a new window and downloaded as PDF", async () => {
  renderApp(PAGE);
  const read = await screen.findByRole("link", { name: "Read Report on Street scenes in a new window" });
  expect(read).toHaveAttribute("href", "/api/v1/projects/1/reports/4/html");
  expect(read).toHaveAttribute("target", "_blank");
  expect(screen.getByRole("link", { name: "Download Report on Street scenes as PDF" })).toHaveAttribute("download");
  expect(await accessibilityProblems()).toEqual([]);
});

test("a report is written under its title, with names only where they are asked for", async () => {
  const { server } = renderApp(PAGE);
  await userEvent.type(await screen.findByLabelText("Title"), "March");
  await userEvent.click(screen.getByLabelText("Call annotators by their names"));
  await userEvent.click(screen.getByRole("button", { name: "Write report" }));
  expect(await screen.findByText("The report is being written.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/reports").at(-1)?.body).toEqual({ title: "March", with_names: true });
  expect(await screen.findByText("March")).toBeInTheDocument();
});

test("where nothing could print, the page says why", async () => {
  const { server } = renderApp(PAGE);
  server.on("GET", REPORTS, () => ({
    next: null,
    previous: null,
    results: [makeReport({ pdf: null, problem: notice("No Chromium was found on the worker.") })],
  }));
  expect(await screen.findByText(/No Chromium was found/)).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: /as PDF/ })).not.toBeInTheDocument();
});

test("a lead deletes a report after being asked", async () => {
  renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete report" }));
  expect(await screen.findByText("No report has been written yet.")).toBeInTheDocument();
});

test("a reviewer writes reports and deletes none", async () => {
  renderApp(PAGE, { user: ada, projects: [makeProject({ role: "reviewer" })] });
  expect(await screen.findByRole("button", { name: "Write report" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
});

test("what the server refuses is said beside the form", async () => {
  const { server } = renderApp(PAGE);
  server.on("POST", REPORTS, () => {
    throw new FakeError(503, "unavailable", "The server has no room left.");
  });
  await userEvent.click(await screen.findByRole("button", { name: "Write report" }));
  expect(await screen.findByText("The server has no room left.")).toBeInTheDocument();
});
