import { notifications } from "@mantine/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ago, makeJob, notice } from "@/testing/world";
import { backends, makeTrial, trialResult } from "@/testing/world-models";

// A notice of the test before is an alert, too.
beforeEach(() => notifications.clean());

const PAGE = "/projects/1/models/3";

test("asking whether a model answers says how long it took, or why it does not", async () => {
  const { server } = renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Check whether it answers" }));
  expect(await screen.findByText("Answered in 0.3 s.")).toBeInTheDocument();
  server.on("POST", "/api/v1/projects/:id/connections/:connection/health", () => ({
    available: false,
    reason: notice("No answer within 10 seconds."),
    seconds: 10,
  }));
  await userEvent.click(screen.getByRole("button", { name: "Check whether it answers" }));
  expect(await screen.findByText("No answer within 10 seconds.")).toBeInTheDocument();
});

test("only what was changed is sent, and a stored secret is never shown", async () => {
  const { server } = renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit street-vlm" });
  const key = await within(dialog).findByLabelText(/^API key/);
  expect(key).toHaveValue("");
  expect(key).toHaveAttribute("placeholder", "Stored, not shown");
  expect(within(dialog).getByRole("button", { name: "Save changes" })).toBeDisabled();
  await userEvent.clear(within(dialog).getByLabelText(/^Model/));
  await userEvent.paste("qwen-vl-2");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("street-vlm M3 is active from now on.")).toBeInTheDocument();
  const body = server.sent("PATCH", "/api/v1/projects/1/connections/3").at(-1)?.body;
  expect(body).toMatchObject({ settings: { model: "qwen-vl-2", base_url: "http://models.example/v1" } });
  expect(body).not.toHaveProperty("secrets");
  expect(body).not.toHaveProperty("name");
});

test("settings to choose are words, and large bounds are read in groups of three", async () => {
  const { server } = renderApp(PAGE);
  server.on("GET", "/api/v1/projects/:id/backends", () =>
    backends.map((backend) => ({
      ...backend,
      settings_schema: {
        properties: {
          device: { enum: ["auto", "cpu"], type: "string", title: "Compute on", default: "auto" },
          finish: { enum: ["matt"], type: "string", title: "Finish", default: "matt" },
          box_range: { type: "integer", title: "Range of a box", minimum: 0, maximum: 100_000, default: 1000 },
        },
      },
    })),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit street-vlm" });
  await userEvent.click(within(dialog).getByText("More settings"));
  const device = within(dialog).getByLabelText("Compute on", { selector: "input" });
  expect(device).toHaveValue("Graphics card where there is one");
  // A back end may bring choices that no catalogue knows.
  expect(within(dialog).getByLabelText("Finish", { selector: "input" })).toHaveValue("matt");
  expect(within(dialog).getByText("From 0 to 100,000.")).toBeInTheDocument();
  expect(within(dialog).getByLabelText("Range of a box")).toHaveValue("1 000");
});

test("a key that was given for another server is asked for again beside its field, or removed", async () => {
  const { server } = renderApp(PAGE);
  const again =
    "This was not given for http://other.example:80. Enter it again to have it sent there, or take it away.";
  server.on("PATCH", "/api/v1/projects/:id/connections/:connection", () => {
    throw new FakeError(422, "invalid", "These secrets do not work.", {
      fields: [
        { path: "secrets.api_key", code: "secret_of_another_server", message: again, message_code: null, params: {} },
      ],
    });
  });
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit street-vlm" });
  await userEvent.clear(within(dialog).getByLabelText(/^Address/));
  await userEvent.paste("http://other.example/v1");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save changes" }));
  expect(await within(dialog).findByText(again)).toBeInTheDocument();
  expect(within(dialog).getByLabelText(/^API key/)).toHaveFocus();
  await userEvent.click(within(dialog).getByRole("checkbox", { name: "Remove the stored one" }));
  expect(within(dialog).getByLabelText(/^API key/)).toBeDisabled();
  await userEvent.click(within(dialog).getByRole("button", { name: "Save changes" }));
  await waitFor(() =>
    expect(server.sent("PATCH", "/api/v1/projects/1/connections/3").at(-1)?.body).toMatchObject({
      secrets: { api_key: null },
    }),
  );
});

test("a connection in use is not archived, and the reason is said", async () => {
  const { server } = renderApp(PAGE);
  server.on("DELETE", "/api/v1/projects/:id/connections/:connection", () => {
    throw new FakeError(409, "connection_in_use", "street-vlm is in use.", {
      remedy: "Take it out of the line-up first.",
    });
  });
  await userEvent.click(await screen.findByRole("button", { name: "Archive" }));
  const dialog = await screen.findByRole("dialog", { name: "Archive street-vlm?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Archive it" }));
  expect(await within(dialog).findByText("Take it out of the line-up first.")).toBeInTheDocument();
});

test("the versions tell where they come from, on what and how well", async () => {
  renderApp(PAGE);
  const table = await screen.findByRole("table", { name: "Versions" });
  const trained = within(table).getByText("M1").closest("tr") as HTMLElement;
  for (const text of ["Active", "Trained here", "180 samples", "20 held out", "0.634", "140"]) {
    expect(within(trained).getByText(text)).toBeInTheDocument();
  }
  await userEvent.click(within(table).getByRole("button", { name: "Details of M2" }));
  const dialog = await screen.findByRole("dialog", { name: "street-vlm M2" });
  expect(within(dialog).getByText("LoRA of the second week")).toBeInTheDocument();
  expect(within(dialog).getByText("qwen-vl-week-2")).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

test("promoting a version says first what follows for seeds", async () => {
  const { server } = renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Promote M2" }));
  const dialog = await screen.findByRole("dialog", { name: "Promote M2?" });
  expect(within(dialog).getByText("M2 will be active instead of M1.")).toBeInTheDocument();
  expect(within(dialog).getByText(/samples that nobody has started are then written anew/)).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/versions/32/promote")).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole("button", { name: "Promote" }));
  expect(await screen.findByText("M2 is active from now on.")).toBeInTheDocument();
});

test("rolling back names the version that is left, so that a second click does no harm", async () => {
  const { server } = renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Roll back" }));
  const dialog = await screen.findByRole("dialog", { name: "Roll back street-vlm?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Roll back" }));
  expect(await screen.findByText("M0 is active again.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/connections/3/rollback").at(-1)?.body).toEqual({ serving: 31 });
});

test("a model trained elsewhere is registered by its name", async () => {
  const { server } = renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Register a model" }));
  const dialog = await screen.findByRole("dialog", { name: "Register a model" });
  await userEvent.click(within(dialog).getByLabelText(/^Name of the model/));
  await userEvent.paste("qwen-vl-week-3");
  await userEvent.click(within(dialog).getByRole("button", { name: "Register" }));
  expect(await screen.findByText("M3 is registered.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/connections/3/versions").at(-1)?.body).toEqual({
    model: "qwen-vl-week-3",
    notes: "",
  });
});

test("a version is tried on an image, and all that it says is shown", async () => {
  const { server, history } = renderApp(PAGE);
  await userEvent.click(await screen.findByRole("radio", { name: /red-barn-002/ }));
  await userEvent.click(screen.getByRole("button", { name: "Try it on red-barn-002.jpg" }));
  const result = await screen.findByRole("region", { name: "Result" });
  expect(await within(result).findByText("Done in 3.4 s.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/connections/3/try").at(-1)?.body).toEqual({ image: 2, version: null });
  expect(history.location.search).toBe("?trial=5");
  for (const text of [
    "A red house stands on a green meadow under a pale sky.",
    "2 objects",
    "A house with a pointed roof and one dark door.",
    "1 word read",
    "tree: The box lies outside of the image.",
    "In all: 1,712 tokens in, 184 out · cost 0.00260",
    "Find all objects.",
  ]) {
    expect(within(result).getByText(text)).toBeInTheDocument();
  }
});

test("without an image nothing is tried", async () => {
  const { server } = renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Try it on this image" }));
  expect(await screen.findByText("Choose an image first.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/connections/3/try")).toHaveLength(0);
});

test("a try that waits for a worker says so, and one that failed says why", async () => {
  const { server } = renderApp(`${PAGE}?trial=5`);
  let trial = makeTrial({ job: makeJob({ state: "queued", worker_alive: false }) });
  server.on("GET", "/api/v1/projects/:id/trials/:trial", () => trial);
  expect(await screen.findByText("No worker is running")).toBeInTheDocument();
  const nothing = {
    ...trialResult,
    detections: [],
    crops: [],
    words: [],
    dropped: [],
    caption: null,
    problem: notice("The server answered with status 500."),
  };
  trial = makeTrial({ job: makeJob({ state: "succeeded", finished_at: ago(0) }), result: nothing });
  expect(await screen.findByText("The server answered with status 500.")).toBeInTheDocument();
  expect(screen.getByRole("alert", { name: "The model could not do it" })).toBeInTheDocument();
});
