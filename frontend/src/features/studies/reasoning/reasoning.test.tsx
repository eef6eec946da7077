import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ReasoningRun, ReasoningSet } from "@/api/reasoning";
import type { FakeServer } from "@/testing/fake-server";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { makeJob } from "@/testing/world";

const PAGE = "/projects/1/studies/reasoning";
const api = (path: string) => `/api/v1/projects/:id/${path}`;
const page = <T,>(results: T[]) => ({ next: null, previous: null, results });
const lena = { id: 1, username: "lena", display_name: "Lena", deleted_number: null };
const at = "2026-01-05T10:00:00Z";

const set: ReasoningSet = {
  id: 4,
  name: "Relations",
  layout: "vg-relation",
  title: "ARO VG-R",
  questions: 900,
  left_out: {},
  created_by: lena,
  created_at: at,
};
const share = { n: 300, right: 150, share: 0.5, low: 0.44, high: 0.56 };
const stopped: ReasoningRun = {
  id: 9,
  name: "Table 5",
  sets: ["Relations"],
  sources: [],
  model: "Large M0: large-1",
  options: { baseline: true, most: 500, most_cost: 2, seed: 1 },
  state: "stopped",
  results: {
    sets: [
      { set: "vg-relation", title: "ARO VG-R", probes: 900, left_out: {}, asked_about: 500, images: 80, chance: 0.5 },
    ],
    sources: [
      {
        title: null,
        sets: {
          "vg-relation": {
            ...share,
            invalid: 7,
            unanswered: 200,
            failed: 0,
            without_description: 0,
            by_image: { images: 80, low: 0.4, high: 0.6 },
            positions: { "1": share },
            first_chosen: share,
            kinds: {},
            groups: null,
          },
        },
      },
    ],
    differences: [],
    costs: {
      questions: 500,
      prompts: 500,
      replies: 300,
      prompt_tokens: 30_000,
      completion_tokens: 300,
      cost: 0.093,
      seconds: 61.5,
    },
    stopped_at_limit: false,
    failures: [],
  },
  job: makeJob({ state: "cancelled", title: "Asking a language model" }),
  code_version: "annotate 0.1.0",
  created_by: lena,
  created_at: at,
};

function install(server: FakeServer): void {
  server
    .on("GET", api("reasoning-sets"), () => page([set]))
    .on("GET", api("reasoning-runs"), () => page([stopped]))
    .on("GET", api("reasoning-runs/:run"), () => stopped)
    .on("POST", api("reasoning-runs"), () => stopped)
    .on("GET", api("connections"), () => [
      { id: 3, name: "Large", backend: "openai", settings: { model: "large-1", price_in: 0, price_out: 0 } },
      { id: 5, name: "Nearest", backend: "nearest", settings: {} },
    ]);
}

test("sets, sources and limits are sent, and a price that is missing is said", async () => {
  const { server, router } = renderApp(`${PAGE}/new`);
  install(server);
  await userEvent.type(await screen.findByLabelText(/Name of the run/), "Table 5");
  expect(screen.getByText("Up to 500 prompts")).toBeInTheDocument();
  await userEvent.click(screen.getByLabelText("Description: round 1"));
  expect(screen.getByText("Up to 1,000 prompts")).toBeInTheDocument();
  expect(screen.getByText(/The connection has no prices/)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("Cost at most"), "2");
  await userEvent.click(screen.getByRole("button", { name: "Ask" }));
  await expect.poll(() => router.state.location.pathname).toBe(`${PAGE}/9`);
  expect(server.sent("POST", "/api/v1/projects/1/reasoning-runs").at(-1)?.body).toEqual({
    name: "Table 5",
    sets: [4],
    sources: [{ source: { type: "round", stage: "description", index: 1 }, title: "Description: round 1" }],
    connection: 3,
    baseline: true,
    most: 500,
    most_cost: 2,
    seed: 1,
  });
});

test("a run that was stopped shows what there is and goes on", async () => {
  const { server } = renderApp(`${PAGE}/9`);
  install(server);
  const table = await screen.findByRole("table", { name: "Accuracy in ARO VG-R" });
  expect(within(table).getByRole("row", { name: /Without description/ })).toHaveTextContent(
    /300.*50%.*44% to 56%.*40% to 60%.*7.*200/,
  );
  expect(screen.getByText(/300 of 500 prompts replied to/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Go on" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "All answers (CSV)" })).toHaveAttribute(
    "href",
    "/api/v1/projects/1/reasoning-runs/9/table.csv?table=answers",
  );
});

test("a file that is no set is refused beside the form", async () => {
  const { server } = renderApp(PAGE);
  install(server);
  server.on("POST", api("reasoning-sets"), () => {
    throw new FakeError(422, "unreadable_table", "The file is neither ARO, SVO-Probes nor Winoground.");
  });
  await userEvent.click(await screen.findByRole("button", { name: "Bring in" }));
  expect(screen.getByText("Choose a file first.")).toBeInTheDocument();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await userEvent.upload(input as HTMLInputElement, new File(["[]"], "examples.json"));
  await userEvent.click(screen.getByRole("button", { name: "Bring in" }));
  expect(await screen.findByText(/neither ARO, SVO-Probes nor Winoground/)).toBeInTheDocument();
});
