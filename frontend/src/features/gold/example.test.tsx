import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Gold } from "@/api/quality";
import { GoldDialog } from "@/kinds/gold/gold-dialog";
import { seedObject } from "@/kinds/fixtures-for-tests";
import { FakeError } from "@/testing/fake-server";
import { createFakeApp } from "@/testing/handlers";
import { renderApp } from "@/testing/render-app";
import { renderWithProviders } from "@/testing/render";
import { makeGold } from "@/testing/world-gold";

const ANSWER = { objects: [seedObject("cat", "cat", 10, 10)] };
const EXAMPLE: Gold = {
  ...makeGold()[0]!,
  id: 9,
  value: ANSWER,
  expected: {},
  uses: ["practice"],
  note: "All four legs.",
};

/** The form for an answer in which nothing has one right value. */
async function openForm() {
  const { server } = createFakeApp();
  const onClose = vi.fn();
  renderWithProviders(
    <GoldDialog
      projectId={1}
      annotation={77}
      stage={{ key: "objects", kind: "objects.v1" }}
      answer={ANSWER}
      opened
      onClose={onClose}
    />,
    server,
  );
  const dialog = await screen.findByRole("dialog", { name: "Use as a gold answer?" });
  return { server, dialog, onClose, note: await within(dialog).findByRole("textbox", { name: "Note" }) };
}

const submit = (dialog: HTMLElement) => within(dialog).getByRole("button", { name: "Use for practice" });

test("an answer without one right value is offered as an example, with nothing but a note to fill in", async () => {
  const { dialog } = await openForm();
  expect(dialog).toHaveTextContent("Newcomers practise on this image and then see this answer");
  expect(within(dialog).queryByText("Right answers")).not.toBeInTheDocument();
  expect(within(dialog).queryByRole("checkbox")).not.toBeInTheDocument();
  expect(submit(dialog)).toBeEnabled();
});

test("an example is sent as good work for practice that expects nothing", async () => {
  const { server, dialog, note, onClose } = await openForm();
  await userEvent.type(note, "  Every object has a box of its own. ");
  await userEvent.click(submit(dialog));
  expect(await screen.findByText("It is an example for practice now.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/gold").map(({ body }) => body)).toEqual([
    {
      annotation: 77,
      stage: "objects",
      expected: {},
      is_good: true,
      uses: ["practice"],
      note: "Every object has a box of its own.",
    },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

test("a refusal is said in the form, with what to do, and what was typed stays for another try", async () => {
  const { server, dialog, note, onClose } = await openForm();
  server.on("POST", "/api/v1/projects/:id/gold", () => {
    throw new FakeError(409, "gold_already", "This is gold already.", { remedy: "Change it in the list of gold." });
  });
  await userEvent.type(note, "See the tail.");
  await userEvent.click(submit(dialog));
  const notice = await within(dialog).findByRole("alert");
  expect(notice).toHaveTextContent("This is gold already.");
  expect(notice).toHaveTextContent("Change it in the list of gold.");
  expect(note).toHaveValue("See the tail.");
  expect(onClose).not.toHaveBeenCalled();

  server.on("POST", "/api/v1/projects/:id/gold", () => EXAMPLE);
  await userEvent.click(submit(dialog));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(within(dialog).queryByRole("alert")).not.toBeInTheDocument();
});

test("the list calls an example what it is, and of it only the note can be changed", async () => {
  const { server } = renderApp("/projects/1/quality/gold");
  server
    .on("GET", "/api/v1/projects/:id/gold", () => ({ next: null, previous: null, results: [EXAMPLE] }))
    .on("PATCH", "/api/v1/projects/:id/gold/:gold", ({ body }) => ({ ...EXAMPLE, ...(body as object) }));
  const table = await screen.findByRole("table", { name: "Gold answers" });
  expect(within(table).getByText("Nothing; shown as an example")).toBeInTheDocument();
  await userEvent.click(within(table).getByRole("button", { name: /^Edit the gold answer/ }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).queryByText("Right answers")).not.toBeInTheDocument();
  const note = within(dialog).getByRole("textbox", { name: "Note" });
  expect(note).toHaveValue("All four legs.");
  await userEvent.clear(note);
  await userEvent.type(note, "And the tail.");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved. Earlier evidence stays as it was.")).toBeInTheDocument();
  expect(server.sent("PATCH", "/api/v1/projects/1/gold/9").map(({ body }) => body)).toEqual([
    { note: "And the tail." },
  ]);
});
