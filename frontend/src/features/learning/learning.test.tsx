import { notifications } from "@mantine/notifications";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ada, makeJob, makeProject } from "@/testing/world";
import { makeLoop, makeTraining, points } from "@/testing/world-learning";
import { backends } from "@/testing/world-models";

// A notice of the test before is an alert, too.
beforeEach(() => notifications.clean());

const PAGE = "/projects/1/learning";
const LOOP = "/api/v1/projects/:id/loop";

test("the loop says what it does and how much of the next batch is there", async () => {
  renderApp(PAGE);
  const loop = await screen.findByRole("region", { name: "Learning from people" });
  expect(within(loop).getByText("Collecting")).toBeInTheDocument();
  expect(
    within(loop).getByText("62 of 100 images of this batch are finished; 38 more until the next training."),
  ).toBeInTheDocument();
  expect(within(loop).getByText(/^Activate when CIDEr.* rises by more than 0\.010\.$/)).toBeInTheDocument();
  expect(await within(loop).findByRole("link", { name: "street-vlm" })).toBeInTheDocument();
  expect(await screen.findByText("The server has no room left.")).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

test("a reviewer watches the loop and changes nothing", async () => {
  renderApp(PAGE, { user: ada, projects: [makeProject({ role: "reviewer" })] });
  expect(await screen.findByText("Collecting")).toBeInTheDocument();
  expect(await screen.findByRole("table", { name: "Trainings" })).toBeInTheDocument();
  for (const name of ["Pause", "Train now", "Settings", "Roll back…"]) {
    expect(screen.queryByRole("button", { name })).not.toBeInTheDocument();
  }
});

const trainable = backends.map((backend) => ({
  ...backend,
  training_schema: {
    properties: { epochs: { type: "integer", title: "Passes over the data", minimum: 1, default: 3 } },
  },
}));

async function openSettings() {
  const app = renderApp(PAGE);
  app.server.on("GET", "/api/v1/projects/:id/backends", () => trainable);
  await screen.findByRole("link", { name: "street-vlm" });
  await userEvent.click(screen.getByRole("button", { name: "Settings" }));
  const dialog = await screen.findByRole("dialog", { name: "How the model learns" });
  await within(dialog).findByLabelText("Passes over the data");
  return { ...app, dialog };
}

test("settings are saved with those of the trainer, and the switch is left alone", async () => {
  const { server, dialog } = await openSettings();
  const size = within(dialog).getByLabelText("Finished images per batch");
  await userEvent.clear(size);
  await userEvent.type(size, "250");
  await userEvent.click(within(dialog).getByRole("radio", { name: "When a lead says so" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved.")).toBeInTheDocument();
  expect(server.sent("PUT", "/api/v1/projects/1/loop").at(-1)?.body).toEqual({
    connection: 3,
    batch_size: 250,
    promotion: "manual",
    metric: "cider",
    margin: 0.01,
    fewest_held_out: 30,
    held_out_share: 0.1,
    training: { epochs: 3 },
  });
});

test("what the server refuses is said at its input, also of the trainer", async () => {
  const { server, dialog } = await openSettings();
  server.on("PUT", LOOP, () => {
    throw new FakeError(400, "invalid", "Some settings are wrong.", {
      fields: [
        { path: "batch_size", code: "min_value", message: "At least one image." },
        { path: "training.epochs", code: "too_large", message: "At most ten passes." },
      ],
    });
  });
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  const notice = await within(dialog).findByRole("alert");
  expect(notice).not.toHaveTextContent("At most ten passes.");
  expect(within(dialog).getByLabelText("Finished images per batch")).toHaveAccessibleDescription(
    /At least one image\./,
  );
  expect(within(dialog).getByLabelText("Passes over the data")).toHaveAccessibleDescription(/At most ten passes\./);
});

test("a training of the timeline opens with its curve, as a chart and as a table", async () => {
  const { history } = renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Training 7" }));
  const dialog = await screen.findByRole("dialog", { name: "Training 7" });
  expect(history.location.search).toBe("?training=7");
  expect(await within(dialog).findByText("240 finished images, 24 of them held out")).toBeInTheDocument();
  expect(await within(dialog).findByRole("img", { name: /Loss by step/ })).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole("button", { name: "Show as table" }));
  const table = within(dialog).getByRole("table", { name: "Loss by step" });
  expect(within(table).getByRole("row", { name: "30 1.6125 1.8000" })).toBeInTheDocument();
});

test("a single point is no curve: it is said in words", async () => {
  const { server } = renderApp(`${PAGE}?training=7`);
  server.on("GET", "/api/v1/projects/:id/trainings/:training/points", () => ({
    points: [{ ...points[0], step: 3, loss: 1.234, held_out_loss: null }],
  }));
  const dialog = await screen.findByRole("dialog", { name: "Training 7" });
  expect(await within(dialog).findByText("Loss 1.23 after step 3.")).toBeInTheDocument();
  expect(within(dialog).queryByRole("img", { name: /Loss by step/ })).not.toBeInTheDocument();
});

test("a training is cancelled only after a question", async () => {
  const { server } = renderApp(PAGE);
  const run = makeTraining({
    id: 8,
    state: "training",
    version: null,
    job: makeJob(),
    progress: { step: 30, steps: 120, note: null },
  });
  server.on("GET", LOOP, () => makeLoop({ state: "training", training_run: run }));
  expect(await screen.findByText(/step 30 of 120/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Cancel training" }));
  const dialog = await screen.findByRole("dialog", { name: "Cancel this training?" });
  expect(server.sent("POST", "/api/v1/projects/1/trainings/8/cancel")).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel training" }));
  expect(await screen.findByText("The training was cancelled.")).toBeInTheDocument();
});

test("a training that waits is finished by the name of the model that came of it", async () => {
  const { server } = renderApp(PAGE);
  const run = makeTraining({ id: 8, state: "waiting", version: null, progress: { step: 0, steps: 0, note: null } });
  server.on("GET", LOOP, () => makeLoop({ state: "training", training_run: run }));
  const file = await screen.findByRole("link", { name: "Download the training file" });
  expect(file).toHaveAttribute("href", "/api/v1/projects/1/trainings/8/file");
  const finish = screen.getByRole("button", { name: "Register and measure" });
  expect(finish).toBeDisabled();
  await userEvent.click(screen.getByLabelText(/^Name of the new model/));
  await userEvent.paste(" ft:street-3 ");
  await userEvent.click(finish);
  expect(await screen.findByText("Registered. It is being measured.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/trainings/8/finish").at(-1)?.body).toEqual({
    model: "ft:street-3",
    notes: "",
  });
});
