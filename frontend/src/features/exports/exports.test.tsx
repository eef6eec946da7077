import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Export } from "@/api/types";
import { renderApp } from "@/testing/render-app";
import { exportsDone } from "@/testing/world-lists";

test("a finished export can be downloaded, a running one shows its progress", async () => {
  renderApp("/projects/1/export");
  const link = await screen.findByRole("link", { name: /Download the ImageInWords JSONL export/ });
  expect(link).toHaveAttribute("href", "/api/v1/projects/1/exports/1/file");
  expect(screen.getByText("3 of 5")).toBeInTheDocument();
});

const gone = (removed: Export["removed"]) =>
  exportsDone.filter(({ id }) => id === 1).map((each) => ({ ...each, url: null, removed }));

test.each([
  [{ at: "2026-03-04T12:00:00Z", after_days: 30 }, /removed on .*2026, by the rule that keeps exports for 30 days\. /],
  [{ at: "2026-03-04T12:00:00Z", after_days: null }, /removed on .*2026, because an image .* was deleted for good\. /],
  [null, /Its file was removed\. It can be exported anew\./],
])("an export whose file was removed says when and by what, and offers no file: %o", async (removed, said) => {
  const { server } = renderApp("/projects/1/export");
  server.on("GET", "/api/v1/projects/:id/exports", () => gone(removed));
  expect(await screen.findByText(said)).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: /Download/ })).not.toBeInTheDocument();
  expect(screen.queryByText("Download")).not.toBeInTheDocument();
});

test("an export says what it left out, and why", async () => {
  renderApp("/projects/1/export");
  expect(
    await screen.findByText("Left out: 3 samples not finished, 1 answer rejected, 2 answers dropped by votes."),
  ).toBeInTheDocument();
});

test("an export is ordered in the chosen format", async () => {
  const { server } = renderApp("/projects/1/export");
  await userEvent.click(await screen.findByLabelText("COCO"));
  await userEvent.click(screen.getByLabelText("Also answers that were rejected"));
  await userEvent.click(screen.getByRole("button", { name: "Start export" }));
  expect(await screen.findByText("The export is being written.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/exports").at(-1)?.body).toEqual({
    format: "coco",
    with_unfinished: false,
    only_approved: false,
    split: "",
    with_rejected: true,
    with_dropped: false,
    with_pictures: false,
  });
});

test("only what was approved is exported where that is wished, and then nothing rejected", async () => {
  const { server } = renderApp("/projects/1/export");
  await userEvent.click(await screen.findByLabelText("Also answers that were rejected"));
  await userEvent.click(screen.getByLabelText("Only approved answers"));
  expect(screen.getByLabelText("Also answers that were rejected")).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Start export" }));
  expect(await screen.findByText("The export is being written.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/exports").at(-1)?.body).toMatchObject({
    only_approved: true,
    with_rejected: false,
  });
});

test("what an export includes is asked apart from its format", async () => {
  renderApp("/projects/1/export");
  const included = await screen.findByRole("group", { name: "What is included" });
  expect(within(included).getAllByRole("checkbox")).toHaveLength(4);
  expect(within(included).queryByRole("radio")).not.toBeInTheDocument();
});

test("pictures are offered where a format can hold them", async () => {
  const { server } = renderApp("/projects/1/export");
  expect(await screen.findByLabelText("COCO")).toBeInTheDocument();
  expect(screen.queryByLabelText("Also the pictures")).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText("Fine-tuning tasks"));
  await userEvent.click(screen.getByLabelText("Also the pictures"));
  await userEvent.click(screen.getByRole("button", { name: "Start export" }));
  expect(await screen.findByText("The export is being written.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/exports").at(-1)?.body).toMatchObject({
    format: "finetuning",
    with_pictures: true,
  });
});

test("a format that the client has no words for is offered in those of the server", async () => {
  const { server } = renderApp("/projects/1/export");
  const choice = await screen.findByLabelText("Plain text");
  expect(screen.getByText("What Plain text is for.")).toBeInTheDocument();
  await userEvent.click(choice);
  await userEvent.click(screen.getByRole("button", { name: "Start export" }));
  expect(await screen.findByText("The export is being written.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/exports").at(-1)?.body).toMatchObject({ format: "plain-text" });
});

test("only formats that can hold something of the project are offered", async () => {
  const { server } = renderApp("/projects/1/export");
  server.on("GET", "/api/v1/projects/:id/formats", () => ({
    imports: [],
    exports: [{ name: "iiw-jsonl", title: "IIW JSONL", summary: "", holds_pictures: false }],
  }));
  expect(await screen.findByLabelText("ImageInWords JSONL")).toBeInTheDocument();
  expect(screen.queryByLabelText("COCO")).not.toBeInTheDocument();
});
