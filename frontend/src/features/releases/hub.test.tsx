import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { makeJob, notice } from "@/testing/world";
import { push, releases, token } from "@/testing/world-releases";
import { repositoryName } from "./push-form";

const PROJECT = "/api/v1/projects/1";
const PUSHES = `${PROJECT}/releases/1/pushes`;
const pages = (...results: unknown[]) => ({ next: null, previous: null, results });

test("a token is checked by the hub, kept, and never shown", async () => {
  const { server } = renderApp("/projects/1/releases/1");
  server.on("PUT", `${PROJECT}/hub`, () => token);
  await userEvent.type(await screen.findByLabelText(/^Access token for https:/), " hf_secret ");
  await userEvent.click(screen.getByRole("button", { name: "Check and keep it" }));
  expect(await screen.findByText("Pushed with the token of lab at https://huggingface.co.")).toBeInTheDocument();
  expect(server.sent("PUT", `${PROJECT}/hub`).at(-1)?.body).toEqual({ token: "hf_secret" });
  expect(screen.queryByDisplayValue(/hf_secret/)).not.toBeInTheDocument();
});

test("a token that the hub refuses is said at its field and stays typed", async () => {
  const { server } = renderApp("/projects/1/releases/1");
  server.on("PUT", `${PROJECT}/hub`, () => {
    const fields = [{ path: "token", message: "The hub does not know this token.", code: "hub_token_refused" }];
    throw new FakeError(422, "invalid", "Some fields are not valid.", { fields });
  });
  const field = await screen.findByLabelText(/^Access token for https:/);
  await userEvent.type(field, "hf_old");
  await userEvent.click(screen.getByRole("button", { name: "Check and keep it" }));
  expect(await screen.findByText("The hub does not know this token.")).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(field).toHaveValue("hf_old");
});

test("a token of another hub has to be entered anew", async () => {
  const { server } = renderApp("/projects/1/releases/1");
  server.on("GET", `${PROJECT}/hub`, () => ({ ...token, endpoint: "https://hub.example.org" }));
  expect(await screen.findByText(/was given for https:\/\/huggingface\.co and is not sent/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Push this release" })).not.toBeInTheDocument();
});

test("a release is pushed, private unless the lead says otherwise, and its commit can be copied", async () => {
  const { server } = renderApp("/projects/1/releases/1");
  const job = makeJob({ id: 31, name: "exchange.push", title: "Pushing a release to a hub", done: 512, total: 1_024 });
  server
    .on("GET", `${PROJECT}/hub`, () => token)
    .on("POST", PUSHES, () => {
      server.on("GET", PUSHES, () => pages({ ...push, id: 6, state: "running", job, commit: "" }, push));
      return push;
    });
  expect(await screen.findByRole("textbox", { name: /^Repository/ })).toHaveValue("lab/village-streets");
  await userEvent.click(screen.getByRole("checkbox", { name: /^Private/ }));
  await userEvent.click(screen.getByRole("button", { name: "Push this release" }));
  expect(await screen.findByText("Pushing a release to a hub")).toBeInTheDocument();
  expect(server.sent("POST", PUSHES).at(-1)?.body).toEqual({ repository: "lab/village-streets", private: false });
  const table = screen.getByRole("table", { name: "Pushed so far" });
  expect(within(table).getAllByRole("row")[1]).toHaveTextContent(/lab\/village-streets.*Pushed.*Its owners/);
  expect(within(table).getByRole("button", { name: /Copy the commit in/ })).toBeInTheDocument();
});

test("a push that failed says why, and one that changed nothing says so", async () => {
  const { server } = renderApp("/projects/1/releases/1");
  const error = { ...notice("The hub has trouble of its own."), code: "hub_fails", retry: true };
  const failed = { ...push, id: 7, state: "failed", commit: "", job: makeJob({ state: "failed", error }) };
  server.on("GET", PUSHES, () => pages(failed, { ...push, is_new: false }));
  expect(await screen.findByText(/The hub has trouble of its own/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Run again" })).toBeInTheDocument();
  expect(screen.getByText("There already")).toBeInTheDocument();
});

test("a release without Parquet says what a hub needs", async () => {
  const { server } = renderApp("/projects/1/releases/1");
  server.on("GET", `${PROJECT}/releases/1`, () => ({ ...releases[1], formats: ["iiw-jsonl"] }));
  expect(await screen.findByText(/has no Parquet files/)).toBeInTheDocument();
  expect(screen.queryByLabelText(/^Access token/)).not.toBeInTheDocument();
});

test.each([
  ["Village streets", "village-streets"],
  ["  Cafés & Bars!  ", "cafes-bars"],
  ["日本", "dataset"],
])("a repository is proposed for %s", (name, proposed) => {
  expect(repositoryName(name)).toBe(proposed);
});
