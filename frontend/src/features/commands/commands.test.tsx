import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ada, lena } from "@/testing/world";

/** Presses the keys and types; what was found is in the list. */
async function type(words: string) {
  await screen.findByRole("heading", { level: 1 });
  await userEvent.keyboard("{Control>}k{/Control}");
  const field = await screen.findByRole("combobox", { name: "Search and go" });
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.type(field, words);
  return field;
}

const lit = () => screen.getAllByRole("option").find((option) => option.hasAttribute("data-combobox-selected"));

test("a page of the project is one word and Enter away", async () => {
  const { router } = renderApp("/projects/1");
  await type("webho");
  await waitFor(() => expect(lit()).toHaveTextContent("Webhooks"));
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/1/settings/webhooks"));
  expect(screen.queryByRole("combobox", { name: "Search and go" })).not.toBeInTheDocument();
});

test("arrows choose among what was found", async () => {
  const { router } = renderApp("/projects/1");
  await type("export");
  await waitFor(() => expect(lit()).toHaveTextContent("Export"));
  await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/1/export"));
});

test("Escape closes it", async () => {
  renderApp("/projects");
  await type("x");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "Search and go" })).not.toBeInTheDocument());
});

test("samples are found by the server", async () => {
  const { router } = renderApp("/projects/1");
  await type("harbour-001");
  const samples = await screen.findByRole("group", { name: "Samples · Harbour photographs" });
  await userEvent.click(await within(samples).findByRole("option", { name: /harbour-001/ }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/samples\/\d+$/));
});

test("from anywhere, samples are found by what is said of them, with the way to all of a project", async () => {
  const { router } = renderApp("/projects");
  await type("kite");
  const samples = await screen.findByRole("group", { name: "Samples · Kites of the north" });
  expect(within(samples).getByRole("option", { name: /beach\.jpg/ })).toHaveTextContent("Two red kites above the sand");
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.click(within(samples).getByRole("option", { name: /All that have these words/ }));
  await waitFor(() => expect(router.state.location.href).toBe("/projects/3/samples?search=kite"));
});

test("from anywhere, people and projects are found that the page has not loaded", async () => {
  const { router } = renderApp("/projects");
  await type("ki");
  const people = await screen.findByRole("group", { name: "People" });
  expect(screen.getByRole("group", { name: "Projects" })).toHaveTextContent("Kites of the north");
  await userEvent.click(within(people).getByRole("option", { name: /Kiran Rao/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/3/annotators/77"));
});

test("a setting is found by what it does, and the address names it", async () => {
  const { router } = renderApp("/projects/1");
  await type("pause");
  await waitFor(() => expect(lit()).toHaveTextContent("State of the project"));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.href).toBe("/projects/1/settings#state"));
});

test("people and projects are found by name", async () => {
  const { router } = renderApp("/projects/1");
  await type("tomas");
  await waitFor(() => expect(lit()).toHaveTextContent("Tomáš Novák"));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/projects\/1\/annotators\/\d+$/));
});

test("says so where nothing is found", async () => {
  renderApp("/projects", { user: lena });
  await type("xyzzy");
  expect(await screen.findByText("Nothing is found by these words.")).toBeInTheDocument();
});

test("an annotator is led to what they may open and nowhere else", async () => {
  renderApp("/projects/2", { user: { ...ada, is_admin: false, may_create_projects: false } });
  await type("e");
  const options = await screen.findAllByRole("option");
  expect(within(screen.getByRole("group", { name: "Pages of this project" })).getAllByRole("option")).toHaveLength(1);
  expect(options.map((option) => option.textContent).join()).not.toMatch(/Settings|Make a project|Invite/);
});
