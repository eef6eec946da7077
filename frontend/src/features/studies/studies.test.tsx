import { notifications } from "@mantine/notifications";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ada, makeProject } from "@/testing/world";

const LIST = "/projects/1/studies";

beforeEach(() => notifications.clean());

test("the list says of each study what it compares and how far it is", async () => {
  renderApp(LIST);
  const table = await screen.findByRole("table", { name: "Studies" });
  expect(within(table).getByText("78 of 120")).toBeInTheDocument();
  for (const state of ["Being prepared", "Failed", "Open", "Closed", "Brought in"]) {
    expect(within(table).getByText(state)).toBeInTheDocument();
  }
  expect(await accessibilityProblems()).toEqual([]);
});

test("a project without studies says what they are for", async () => {
  const { server } = renderApp(LIST);
  server.on("GET", "/api/v1/projects/:id/studies", () => ({ next: null, previous: null, results: [] }));
  expect(await screen.findByText("No studies yet")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "New study" })).toBeInTheDocument();
});

test("a reviewer reads studies and changes none", async () => {
  renderApp(`${LIST}/1`, { user: ada, projects: [makeProject({ role: "reviewer" })] });
  expect(await screen.findByText("78 of 120")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
});

test("a study leads to its project and its people", async () => {
  renderApp(`${LIST}/1`);
  expect(await screen.findByRole("link", { name: "The study's project" })).toHaveAttribute("href", "/projects/5");
  expect(screen.getByRole("link", { name: "Its people" })).toHaveAttribute("href", "/projects/5/people");
  expect(await accessibilityProblems()).toEqual([]);
});

test("a study is closed and opened again", async () => {
  const { server } = renderApp(`${LIST}/1`);
  await userEvent.click(await screen.findByRole("button", { name: "Close" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Close the study" }));
  expect(await screen.findByRole("button", { name: "Open again" })).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/studies/1/close")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Open again" }));
  await userEvent.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Open the study again" }),
  );
  expect(await screen.findByRole("button", { name: "Close" })).toBeInTheDocument();
});

test("why a study cannot be deleted is said in the dialog that asked", async () => {
  renderApp(`${LIST}/1`);
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Close it instead.")).toBeInTheDocument();
});

test("a study is renamed, and a name that is taken says so", async () => {
  const { server } = renderApp(`${LIST}/1`);
  await userEvent.click(await screen.findByRole("button", { name: "Rename" }));
  const field = within(await screen.findByRole("dialog")).getByLabelText("Name");
  await userEvent.clear(field);
  await userEvent.type(field, "Other");
  server.on("PATCH", "/api/v1/projects/:id/studies/:study", () => {
    throw new FakeError(409, "name_taken", "Taken.", {
      fields: [{ path: "name", code: "name_taken", message: "Choose another name." }],
    });
  });
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Rename" }));
  expect(await screen.findByText("Choose another name.")).toBeInTheDocument();
});

test("while it is prepared one sees how far it is, and when it failed why", async () => {
  const running = renderApp(`${LIST}/4`);
  expect(await screen.findByText("The study is being prepared")).toBeInTheDocument();
  expect(screen.getByText("6 of 14")).toBeInTheDocument();
  running.unmount();
  renderApp(`${LIST}/5`);
  expect(await screen.findByText("The texts could not be read.")).toBeInTheDocument();
});

test("files of texts are listed, and one in use is kept", async () => {
  renderApp(`${LIST}/files`);
  const table = await screen.findByRole("table", { name: "Files of texts" });
  expect(within(table).getByText("other-model")).toBeInTheDocument();
  const [first] = within(table).getAllByRole("button", { name: "Delete" });
  if (first) await userEvent.click(first);
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText(/Its texts are used by/)).toBeInTheDocument();
});

test("ratings made elsewhere are brought in under a name, every wrong row named", async () => {
  const { server } = renderApp(`${LIST}/import`);
  await userEvent.click(await screen.findByRole("button", { name: "Bring in" }));
  expect(await screen.findByText("Give the study a name.")).toBeInTheDocument();
  expect(screen.getByText("Choose a file first.")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("Name"), "Labels");
  await userEvent.upload(document.querySelector("input[type=file]") as HTMLInputElement, new File(["x"], "labels.csv"));
  server.on("POST", "/api/v1/projects/:id/studies/import", () => {
    throw new FakeError(422, "invalid", "2 rows are wrong.", {
      fields: [{ path: "rows[3].score", code: "x", message: "A score lies from -2 to 2." }],
    });
  });
  await userEvent.click(screen.getByRole("button", { name: "Bring in" }));
  expect(await screen.findByText("A score lies from -2 to 2.")).toBeInTheDocument();
  const sent = server.sent("POST", "/api/v1/projects/1/studies/import").at(-1)?.body as FormData;
  expect(sent.get("name")).toBe("Labels");
  expect(sent.has("comparison")).toBe(false);
});
