import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";

test("a batch is made of a number of images and takes blocks over", async () => {
  const { server } = renderApp("/projects/1/quality/batches");
  await userEvent.type(await screen.findByLabelText("Name"), "Third week");
  await userEvent.type(screen.getByLabelText("How many images"), "40");
  await userEvent.click(screen.getByRole("button", { name: "Make batch" }));
  expect(await screen.findByRole("link", { name: "Third week" })).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/batches").at(-1)?.body).toEqual({
    title: "Third week",
    size: 40,
    carry_over: true,
  });
});

test("closing a batch asks first", async () => {
  const { server } = renderApp("/projects/1/quality/batches");
  await userEvent.click(await screen.findByRole("button", { name: "Close" }));
  const dialog = await screen.findByRole("dialog", { name: "Close “Second week”?" });
  expect(server.sent("POST", "/api/v1/projects/1/batches/2/close")).toHaveLength(0);
  // Within the dialog, the last button of this name is not its cross.
  await userEvent.click(within(dialog).getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  expect(await screen.findByText("The batch is closed.")).toBeInTheDocument();
});

test("the report counts what is decided and leads to what is not", async () => {
  renderApp("/projects/1/quality/batches/1");
  expect(await screen.findByRole("heading", { name: "Report of “First week”" })).toBeInTheDocument();
  expect(screen.getByText("Not decided").nextSibling).toHaveTextContent("25");
  expect(screen.getByRole("link", { name: "Review this batch" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/projects\/1\/review\?batch=/),
  );
});

test("samples can be narrowed to a batch", async () => {
  const { router } = renderApp("/projects/1/samples");
  await userEvent.click(await screen.findByRole("button", { name: "Add filter" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "What about" }));
  await userEvent.click(await screen.findByRole("option", { name: "Batch" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "Batch" }));
  await userEvent.click(await screen.findByRole("option", { name: "1: First week" }));
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  await expect.poll(() => router.state.location.search).toEqual({ batch: "1" });
});
