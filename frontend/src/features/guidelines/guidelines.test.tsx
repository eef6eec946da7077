import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";

test("the lead writes, previews and publishes a new version", async () => {
  const { server } = renderApp("/projects/1/guidelines");
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const editor = screen.getByLabelText("Text (Markdown)");
  expect(screen.getByRole("button", { name: "Publish new version" })).toBeDisabled();
  await userEvent.clear(editor);
  await userEvent.type(editor, "# Shorter rules");
  await userEvent.click(screen.getByRole("tab", { name: "Preview" }));
  expect(await screen.findByRole("heading", { name: "Shorter rules" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Publish new version" }));
  expect(await screen.findByText("Version 3 is out.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/guidelines").at(-1)?.body).toEqual({ body: "# Shorter rules" });
});

test("an older version can be read and is marked as such", async () => {
  renderApp("/projects/1/guidelines");
  await userEvent.click(await screen.findByRole("button", { name: /^Version 1/ }));
  expect(await screen.findByText("Older rules")).toBeInTheDocument();
  expect(screen.getByText(/not the current one/)).toBeInTheDocument();
});
