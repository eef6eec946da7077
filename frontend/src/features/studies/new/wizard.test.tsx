import { notifications } from "@mantine/notifications";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { keyOf, stepOf } from "./draft";

const NEW = "/projects/1/studies/new";
const CREATE = "/api/v1/projects/:id/studies";

beforeEach(() => {
  notifications.clean();
  sessionStorage.clear();
});

const next = () => userEvent.click(screen.getByRole("button", { name: "Next" }));

async function choose(section: string, option: RegExp) {
  const area = await screen.findByRole("region", { name: section });
  await userEvent.click(within(area).getByRole("combobox", { name: "Texts" }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

/** From the question to the texts of two sources. */
async function named(name: string) {
  await userEvent.type(await screen.findByLabelText("Name"), name);
  await next();
  await choose("First source", /round 1/);
  await choose("Second source", /final text/);
}

test("goes from the question to a study that is being prepared", async () => {
  const { server, history } = renderApp(NEW);
  await named("Round one or the end");
  expect(await screen.findByText("47 images have both texts and would be judged.")).toBeInTheDocument();
  expect(screen.getByText("11 images have nothing of “Description: final text”.")).toBeInTheDocument();
  expect(screen.getByText("Fewer than 100 items: intervals will be wide.")).toBeInTheDocument();
  await next();
  await userEvent.click(await screen.findByRole("checkbox", { name: /Ada/ }));
  await next();
  expect(await screen.findByDisplayValue("Hallucinations")).toBeInTheDocument();
  await next();
  await userEvent.click(await screen.findByRole("button", { name: "Create the study" }));
  expect(await screen.findByText("The study is being prepared")).toBeInTheDocument();
  expect(history.location.pathname).toBe("/projects/1/studies/9");
  expect(server.sent("POST", CREATE).at(-1)?.body).toMatchObject({
    name: "Round one or the end",
    design: "side_by_side.v1",
    sources: [
      { source: { type: "round", stage: "description", index: 1 }, title: "Description: round 1" },
      { source: { type: "final", stage: "description" }, title: "Description: final text" },
    ],
    sample_size: null,
    raters_per_item: 3,
    raters: [2],
    justification: "required",
  });
});

test("says who is kept out, and whether enough people are left", async () => {
  renderApp(NEW);
  await named("Of their own texts");
  expect(await screen.findByText("Kept from the whole study: Ada, Ben.")).toBeInTheDocument();
  // Four members are left, and each item needs three.
  expect(screen.queryByText(/may judge, and each item needs/)).not.toBeInTheDocument();
  await next();
  await userEvent.click(await screen.findByRole("checkbox", { name: /Ada/ }));
  expect(await screen.findByText(/Only 0 people may judge, and each item needs 3/)).toBeInTheDocument();
});

test("authors may be kept from their own items only, and others may come in later", async () => {
  const { server } = renderApp(NEW);
  await named("By item");
  await next();
  await userEvent.click(await screen.findByRole("checkbox", { name: /Ada/ }));
  await userEvent.click(screen.getByRole("radio", { name: /and none that they wrote/ }));
  expect(await screen.findByText("Given none of the items that they wrote: Ada, Ben.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("checkbox", { name: /Others come in later/ }));
  await next();
  await next();
  await userEvent.click(await screen.findByRole("button", { name: "Create the study" }));
  await vi.waitFor(() => expect(server.sent("POST", CREATE)).toHaveLength(1));
  expect(server.sent("POST", CREATE)[0]?.body).toMatchObject({ raters: [2], barring: "item", open_to_others: true });
});

test("texts are judged by chunks where one wants that", async () => {
  const { server } = renderApp(NEW);
  await named("By chunks");
  await userEvent.click(screen.getByRole("checkbox", { name: "Cut texts into chunks of sentences" }));
  expect(screen.getByLabelText("Sentences at most")).toHaveValue("5");
  await next();
  await next();
  await next();
  await userEvent.click(await screen.findByRole("button", { name: "Create the study" }));
  await vi.waitFor(() => expect(server.sent("POST", CREATE)).toHaveLength(1));
  expect(server.sent("POST", CREATE)[0]?.body).toMatchObject({ chunks: 5, images: null });
});

test("a reload loses nothing, and the address says which step it is", async () => {
  const first = renderApp(NEW);
  await named("Kept");
  expect(first.history.location.search).toBe("?step=texts");
  first.unmount();
  renderApp(`${NEW}?step=check`);
  expect(await screen.findByText("Kept")).toBeInTheDocument();
  expect(await screen.findByText("Description: final text")).toBeInTheDocument();
});

test("what is missing is said at its place before one can go on", async () => {
  renderApp(NEW);
  await screen.findByLabelText("Name");
  await next();
  expect(await screen.findByText("Give the study a name.")).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("Name"), "X");
  await next();
  await screen.findByRole("region", { name: "First source" });
  await next();
  expect(await screen.findAllByText("Choose a source.")).toHaveLength(2);
  await choose("First source", /round 1/);
  await choose("Second source", /round 1/);
  expect(await screen.findByText("This source was chosen already.")).toBeInTheDocument();
});

test("at the end, what is missing leads to its step", async () => {
  const { history } = renderApp(`${NEW}?step=check`);
  const steps = await screen.findByRole("navigation", { name: "Steps" });
  expect(within(steps).getByRole("link", { name: /Question.*Still missing/ })).toBeInTheDocument();
  expect(within(steps).getByRole("link", { name: /^Images and people$/ })).toBeInTheDocument();
  const [name] = await within(screen.getByRole("main")).findAllByRole("link", { name: "Still missing" });
  await userEvent.click(name as HTMLElement);
  expect(await screen.findByLabelText("Name")).toBeInTheDocument();
  expect(history.location.search).toBe("?step=question");
});

test("what the server refuses leads to its step and stands at its field", async () => {
  const { server } = renderApp(NEW);
  server.on("POST", CREATE, () => {
    throw new FakeError(422, "invalid", "One thing is wrong.", {
      fields: [{ path: "name", code: "name_taken", message: "Another study is called so." }],
    });
  });
  await named("Taken");
  await next();
  await next();
  await next();
  await userEvent.click(await screen.findByRole("button", { name: "Create the study" }));
  expect(await screen.findByLabelText("Name")).toHaveAccessibleDescription(/Another study is called so/);
});

test("a rating takes up to five sources and has a metric of its own", async () => {
  renderApp(NEW);
  await userEvent.type(await screen.findByLabelText("Name"), "Stars");
  await userEvent.click(screen.getByRole("radio", { name: "Rating" }));
  await next();
  await userEvent.click(await screen.findByRole("button", { name: "Add a source" }));
  expect(screen.getByRole("region", { name: "Source 3" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Remove: Source 3" }));
  await choose("Source 1", /GPT-4V/);
  await userEvent.click(screen.getByRole("button", { name: "Remove: Source 2" }));
  await next();
  await next();
  expect(await screen.findByDisplayValue("Overall quality")).toBeInTheDocument();
  expect(screen.getByRole("radio", { name: "They may" })).toBeChecked();
});

test("metrics can be added, changed, and given up for the usual ones", async () => {
  renderApp(`${NEW}?step=metrics`);
  await userEvent.click(await screen.findByRole("button", { name: "Add a metric" }));
  await userEvent.type(screen.getByLabelText("Metric 6"), "Reads aloud well");
  await userEvent.tab();
  expect(screen.getByText("In files: reads_aloud_well")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Remove the metric Specificity" }));
  expect(screen.queryByDisplayValue("Specificity")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Back to the usual ones" }));
  expect(screen.getByDisplayValue("Specificity")).toBeInTheDocument();
  expect(screen.queryByDisplayValue("Reads aloud well")).toBeNull();
});

test("a file brought in on the way becomes the first source that is still open", async () => {
  const { server } = renderApp(`${NEW}?step=texts`);
  const added = { source: { type: "file", file: 4 }, title: "File: newest", texts: 61 };
  server.on("GET", "/api/v1/projects/:id/text-sources", () => [added]);
  await screen.findByRole("region", { name: "Texts from a file" });
  await userEvent.upload(
    document.querySelector("input[type=file]") as HTMLInputElement,
    new File(["{}"], "newest.jsonl"),
  );
  await userEvent.click(screen.getByRole("button", { name: "Bring in" }));
  expect(await screen.findByDisplayValue("newest")).toBeInTheDocument();
  expect(await screen.findByDisplayValue("File: newest (61 texts)")).toBeInTheDocument();
});

test.each(["question", "texts", "people", "metrics", "check"])(
  "step %s has no serious accessibility problem",
  async (step) => {
    renderApp(`${NEW}?step=${step}`);
    await screen.findByRole("navigation", { name: "Steps" });
    expect(await accessibilityProblems()).toEqual([]);
  },
);

test("a source has one name in whatever order its members come", () => {
  expect(keyOf({ type: "seed", stage: "a", version: null })).toBe(keyOf({ stage: "a", type: "seed" }));
  expect(keyOf({ type: "round", stage: "a", index: 1 })).not.toBe(keyOf({ type: "round", stage: "a", index: 2 }));
  expect(keyOf({ type: "file", file: 1 })).not.toBe(keyOf({ type: "file", file: 2 }));
});

test("every field of the request is filled in on some step", () => {
  expect(stepOf("sources[1].title")).toBe("texts");
  expect(stepOf("raters_per_item")).toBe("people");
  expect(stepOf("metrics[0].key")).toBe("metrics");
  expect(stepOf("nothing")).toBeNull();
});
