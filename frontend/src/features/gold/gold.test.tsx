import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";

test("an answer in review becomes gold with only what has one right value", async () => {
  const { server } = renderApp("/projects/1/review/503");
  await userEvent.click(await screen.findByRole("button", { name: "Gold…" }));
  const dialog = await screen.findByRole("dialog", { name: "Use as a gold answer?" });
  const canned = within(dialog).getByRole("radiogroup", { name: "canned text" });
  await userEvent.click(within(canned).getByLabelText("Not asked"));
  await userEvent.click(within(dialog).getByRole("checkbox", { name: "Test" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Make it gold" }));
  expect(await screen.findByText("It is a gold answer now.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/gold").at(-1)?.body).toEqual({
    annotation: 503,
    stage: "caption",
    expected: { text_detected: false },
    is_good: true,
    uses: ["mixed", "test"],
    note: "",
  });
});

test("gold that asks for nothing cannot be made", async () => {
  renderApp("/projects/1/review/503");
  await userEvent.click(await screen.findByRole("button", { name: "Gold…" }));
  const dialog = await screen.findByRole("dialog", { name: "Use as a gold answer?" });
  for (const choice of within(dialog).getAllByLabelText("Not asked")) await userEvent.click(choice);
  expect(within(dialog).getByRole("button", { name: "Make it gold" })).toBeDisabled();
});

test("what is expected of a gold answer can be changed", async () => {
  const { server } = renderApp("/projects/1/quality/gold");
  await userEvent.click(await screen.findByRole("button", { name: "Edit the gold answer of red-barn-002.jpg" }));
  const dialog = await screen.findByRole("dialog");
  const text = within(dialog).getByRole("radiogroup", { name: "text in the image" });
  await userEvent.click(within(text).getByLabelText("No"));
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved. Earlier evidence stays as it was.")).toBeInTheDocument();
  expect(server.sent("PATCH", "/api/v1/projects/1/gold/2").at(-1)?.body).toMatchObject({
    expected: { text_detected: false, canned: false },
  });
});

test("checking a file adds nothing and names each line that cannot be used", async () => {
  const { server } = renderApp("/projects/1/quality/gold");
  await screen.findByRole("heading", { name: "Import gold answers" });
  const input = document.querySelector("input[type=file]") as HTMLInputElement;
  await userEvent.upload(input, new File(["{}"], "gold.jsonl", { type: "application/json" }), { applyAccept: false });
  await userEvent.click(screen.getByRole("button", { name: "Only check" }));
  expect(await screen.findByText(/10 of 12 lines can be imported, 2 cannot. Nothing was added./)).toBeInTheDocument();
  expect(screen.getByText("The project has no image “photo-77”.")).toBeInTheDocument();
  const form = server.sent("POST", "/api/v1/projects/1/gold/import").at(-1)?.body as FormData;
  expect(form.get("dry_run")).toBe("true");
});

test("evidence names what was expected and what was given", async () => {
  renderApp("/projects/1/quality/gold");
  const table = await screen.findByRole("table", { name: "Evidence" });
  const row = within(table).getByText("Mei Tanaka").closest("tr") as HTMLElement;
  expect(within(row).getByText("Wrong")).toBeInTheDocument();
});

test("conditions of entry are saved as a whole", async () => {
  const { server } = renderApp("/projects/1/quality/qualification");
  const input = await screen.findByLabelText("Approved answers so far, at least");
  await userEvent.clear(input);
  await userEvent.type(input, "500");
  await userEvent.click(screen.getByRole("button", { name: "Save conditions" }));
  expect(await screen.findByText("Conditions saved.")).toBeInTheDocument();
  expect(server.sent("PUT", "/api/v1/projects/1/qualification").at(-1)?.body).toMatchObject({
    min_approved: 500,
    test: { enabled: true, pass_mark: 0.8, max_attempts: 3 },
  });
});

test("a consent text is published as a new version", async () => {
  const { server } = renderApp("/projects/1/quality/qualification");
  const input = await screen.findByLabelText("New version");
  expect(screen.getByRole("button", { name: "Publish version" })).toBeDisabled();
  await userEvent.type(input, " And more.");
  await userEvent.click(screen.getByRole("button", { name: "Publish version" }));
  expect(await screen.findByText(/Version 2/)).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/consent")).toHaveLength(1);
});

test("letting somebody begin anew asks first", async () => {
  const { server } = renderApp("/projects/1/quality/qualification");
  await userEvent.click(await screen.findByRole("button", { name: "Reset Mei Tanaka" }));
  const dialog = await screen.findByRole("dialog", { name: "Reset Mei Tanaka?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Reset" }));
  expect(await screen.findByText("Mei Tanaka can begin anew.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/qualification/people/4/reset")).toHaveLength(1);
});

test("a lead reads what was promised, what was given and why some is missing", async () => {
  renderApp("/projects/1/quality/gold");
  expect(await screen.findByText("Promised 30%, given 17%: 16 of 95 tasks.")).toBeInTheDocument();
  const missing = screen.getByRole("table", { name: "Gold missing in Validation" });
  expect(within(missing).getByText(/They had met all the gold there is. Add gold/)).toBeInTheDocument();
  const people = screen.getByRole("table", { name: "Gold by person in Validation" });
  expect(within(people).getAllByText("met all")).toHaveLength(2);
});
