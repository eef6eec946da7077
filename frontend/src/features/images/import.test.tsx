import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { importChoices, imports } from "@/testing/world-lists";

const image = (name: string) => new File(["pixels"], name, { type: "image/jpeg" });

test("each uploaded file gets its own result, and a refusal says what to do", async () => {
  renderApp("/projects/1/import");
  const input = await screen.findByLabelText("Choose files", { selector: "input" });
  await userEvent.upload(input, [image("good.jpg"), image("broken.jpg")]);
  expect(await screen.findByText("1 added, 1 refused.")).toBeInTheDocument();
  const row = screen.getByText("broken.jpg").closest("tr");
  expect(row).toHaveTextContent("The file ends too early. Export the image again.");
});

test("files that could not be sent go on by themselves, or at once", async () => {
  const { server } = renderApp("/projects/1/import");
  const input = await screen.findByLabelText("Choose files", { selector: "input" });
  server.goOffline();
  await userEvent.upload(input, [image("good.jpg")]);
  expect(await screen.findByText("The server cannot be reached.")).toBeInTheDocument();
  expect(screen.getByText(/tried again by itself/)).toBeInTheDocument();
  server.goOnline();
  await userEvent.click(screen.getByRole("button", { name: "Try now" }));
  expect(await screen.findByText("1 added, 0 refused.")).toBeInTheDocument();
});

test("a file is only checked unless said otherwise", async () => {
  const { server } = renderApp("/projects/1/import");
  await screen.findByText("first-photos.zip");
  const input = document.querySelector<HTMLInputElement>("input[type=file][accept*=jsonl]");
  if (!input) throw new Error("no file input");
  await userEvent.upload(input, new File(["{}"], "rows.jsonl"));
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/imports").length).toBe(1);
  const form = server.sent("POST", "/api/v1/projects/1/imports")[0]?.body as FormData;
  expect(form.get("dry_run")).toBe("true");
  expect(form.get("fetch")).toBe("false");
});

test("images are fetched from addresses only if somebody wishes it", async () => {
  const { server } = renderApp("/projects/1/import");
  await screen.findByText("first-photos.zip");
  const input = document.querySelector<HTMLInputElement>("input[type=file][accept*=jsonl]");
  if (!input) throw new Error("no file input");
  await userEvent.upload(input, new File(["image,text"], "rows.csv"));
  await userEvent.click(screen.getByLabelText("Fetch images from addresses"));
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/imports").length).toBe(1);
  const form = server.sent("POST", "/api/v1/projects/1/imports")[0]?.body as FormData;
  expect(form.get("fetch")).toBe("true");
});

test("where the installation fetches nothing, the wish cannot be made, and it is said who can change that", async () => {
  const { server } = renderApp("/projects/1/import");
  server.on("GET", "/api/v1/projects/:id/imports/choices", () => ({ ...importChoices, most_addresses: 0 }));
  await screen.findByText(/Whoever runs the server can allow it/);
  expect(screen.getByLabelText("Fetch images from addresses")).toBeDisabled();
});

test("rows with problems are listed with row, field and remedy", async () => {
  renderApp("/projects/1/import");
  await userEvent.click(await screen.findByRole("button", { name: /Show problems/ }));
  const table = await screen.findByRole("table", { name: "Rows with problems in streets.jsonl" });
  expect(within(table).getByText("Use train, validation or test.")).toBeInTheDocument();
});

test("files that an import did not use are listed with the reason and what to do", async () => {
  renderApp("/projects/1/import");
  await userEvent.click(await screen.findByRole("button", { name: /1 file was not used/ }));
  const table = await screen.findByRole("table", { name: "Files of first-photos.zip that were not used" });
  expect(within(table).getByText("annotations/instances.json")).toBeInTheDocument();
  expect(within(table).getByText("COCO annotations are not read.")).toBeInTheDocument();
  expect(within(table).getByText("Bring them in as seeds.")).toBeInTheDocument();
});

test("an import that is refused at once says why", async () => {
  const { server } = renderApp("/projects/1/import");
  server.on("POST", "/api/v1/projects/:id/imports", () => {
    throw new FakeError(413, "too_large", "The file is larger than 2 GB.", { remedy: "Split it." });
  });
  await screen.findByText("first-photos.zip");
  const input = document.querySelector<HTMLInputElement>("input[type=file][accept*=jsonl]");
  if (!input) throw new Error("no file input");
  await userEvent.upload(input, new File(["{}"], "rows.jsonl"));
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText("Split it.")).toBeInTheDocument();
});

test("one of a kind is counted as one", async () => {
  const { server } = renderApp("/projects/1/import");
  const [first] = imports.filter(({ understood }) => understood);
  if (!first?.understood) throw new Error("no import that was understood");
  const understood = { ...first.understood, objects: 1, texts: 1, given: 1 };
  server.on("GET", "/api/v1/projects/:id/imports", () => [{ ...first, understood }]);
  const told = /Read as CSV: 1 object and 1 text. 1 image would be given seeds./;
  expect(await screen.findByText(told)).toBeInTheDocument();
});

test("what was understood is told, with what was left out and the first rows", async () => {
  renderApp("/projects/1/import");
  expect(
    await screen.findByText(/Read as CSV: 0 objects and 6 texts. 4 images would be given seeds./),
  ).toBeInTheDocument();
  expect(screen.getByText("Further texts of a picture: 2")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Show the first rows" }));
  const table = await screen.findByRole("table", { name: "First rows of first-photos.zip as they were understood" });
  expect(within(table).getByText("A dog sleeps.")).toBeInTheDocument();
});

test("after a check the columns can be corrected, and the correction is sent", async () => {
  const { server } = renderApp("/projects/1/import");
  server.on("POST", "/api/v1/projects/:id/imports", () => imports[1]);
  await screen.findByText("first-photos.zip");
  const input = document.querySelector<HTMLInputElement>("input[type=file][accept*=jsonl]");
  if (!input) throw new Error("no file input");
  await userEvent.upload(input, new File(["file,caption"], "list.csv"));
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  const caption = await screen.findByLabelText("Captions", { selector: "input" });
  expect(caption).toHaveValue("caption");
  await userEvent.click(screen.getByLabelText("Description", { selector: "input" }));
  await userEvent.click(await screen.findByRole("option", { name: "note" }));
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/imports").length).toBe(2);
  const form = server.sent("POST", "/api/v1/projects/1/imports")[1]?.body as FormData;
  expect(form.get("columns")).toBe('{"text":"note"}');
  expect(form.get("given_as")).toBe("seeds");
});

test("the stages of what comes along are offered only where there is a choice, the usual one first", async () => {
  const { server } = renderApp("/projects/1/import");
  await screen.findByText("first-photos.zip");
  const use = await screen.findByLabelText("Objects and texts that come along", { selector: "input" });
  expect(use).toHaveValue("People start from them");
  expect(screen.queryByLabelText("Stage for the texts")).not.toBeInTheDocument();
  await userEvent.click(use);
  await userEvent.click(await screen.findByRole("option", { name: "They are finished answers" }));
  expect(screen.queryByLabelText("Stage for the objects")).not.toBeInTheDocument();
  const stage = screen.getByLabelText("Stage for the texts", { selector: "input" });
  expect(stage).toHaveValue("Description");
  await userEvent.click(stage);
  await userEvent.click(await screen.findByRole("option", { name: "Caption" }));
  const input = document.querySelector<HTMLInputElement>("input[type=file][accept*=jsonl]");
  if (!input) throw new Error("no file input");
  await userEvent.upload(input, new File(["{}"], "rows.jsonl"));
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/imports").length).toBe(1);
  const form = server.sent("POST", "/api/v1/projects/1/imports")[0]?.body as FormData;
  expect([form.get("given_as"), form.get("stage"), form.get("objects_stage")]).toEqual(["answers", "caption", ""]);
});

test("a recipe that starts from nothing has what comes along as finished answers", async () => {
  const { server } = renderApp("/projects/1/import");
  server.on("GET", "/api/v1/projects/:id/imports/choices", () => ({
    ...importChoices,
    given: importChoices.given.slice(1),
  }));
  const use = await screen.findByLabelText("Objects and texts that come along", { selector: "input" });
  await expect.poll(() => (use as HTMLInputElement).value).toBe("They are finished answers");
});

test("texts that come along can be given texts of a study, under a name of their own", async () => {
  const { server } = renderApp("/projects/1/import");
  const use = await screen.findByLabelText("Objects and texts that come along", { selector: "input" });
  expect(screen.queryByLabelText("Name of the file of texts")).not.toBeInTheDocument();
  await userEvent.click(use);
  await userEvent.click(await screen.findByRole("option", { name: "They are given texts of a study" }));
  await userEvent.type(screen.getByLabelText("Name of the file of texts"), "Model X");
  const input = document.querySelector<HTMLInputElement>("input[type=file][accept*=jsonl]");
  if (!input) throw new Error("no file input");
  await userEvent.upload(input, new File(["{}"], "rows.jsonl"));
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/imports").length).toBe(1);
  const form = server.sent("POST", "/api/v1/projects/1/imports")[0]?.body as FormData;
  expect([form.get("given_as"), form.get("texts_name")]).toEqual(["texts", "Model X"]);
});
