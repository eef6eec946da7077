import { webcrypto } from "node:crypto";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderApp } from "@/testing/render-app";
import { digestOf } from "./digest";
import { interruptedUpload, keepInterrupted } from "./interrupted";

const image = (name: string) => new File([`pixels of ${name}`], name, { type: "image/jpeg" });
const many = (count: number) => Array.from({ length: count }, (_, index) => image(`${String(index + 1)}.jpg`));

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function choose(files: File[]) {
  await userEvent.upload(await screen.findByLabelText("Choose files", { selector: "input" }), files);
}

/** Holds the server's answer to the first request back until it is let go. */
function heldUpload(server: ReturnType<typeof renderApp>["server"]) {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  server.on("POST", "/api/v1/projects/:id/uploads", async ({ body }) => {
    await held;
    const names = ((body as FormData).getAll("files") as File[]).map(({ name }) => name);
    return { accepted: names.map((name, index) => ({ name, image_id: index, sample_id: index })), rejected: [] };
  });
  return letGo;
}

test("leaving while files are sent asks, and whoever stays loses nothing", async () => {
  const { server, router } = renderApp("/projects/1/import");
  const letGo = heldUpload(server);
  const confirm = vi.spyOn(window, "confirm").mockReturnValue(false);
  await choose(many(3));
  await userEvent.click(screen.getByRole("link", { name: "Samples" }));
  expect(confirm).toHaveBeenCalledWith(expect.stringContaining("still being sent"));
  expect(router.state.location.pathname).toBe("/projects/1/import");
  letGo();
  expect(await screen.findByText("3 added, 0 refused.")).toBeInTheDocument();
});

test("the files go on being sent while another screen is shown, and stand there on return", async () => {
  const { server, router } = renderApp("/projects/1/import");
  const letGo = heldUpload(server);
  vi.spyOn(window, "confirm").mockReturnValue(true);
  await choose(many(20));
  await userEvent.click(screen.getByRole("link", { name: "Samples" }));
  await expect.poll(() => router.state.location.pathname).toBe("/projects/1/samples");
  letGo();
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/uploads").length).toBe(3);
  await router.navigate({ to: "/projects/$projectId/import", params: { projectId: "1" } });
  expect(await screen.findByText("20 added, 0 refused.")).toBeInTheDocument();
});

test("closing the tab is asked about only while files are sent", async () => {
  const { server } = renderApp("/projects/1/import");
  const letGo = heldUpload(server);
  const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await choose(many(1));
  expect(isAsked()).toBe(true);
  letGo();
  expect(await screen.findByText("1 added, 0 refused.")).toBeInTheDocument();
  expect(isAsked()).toBe(false);
});

test("what the server has by content is not sent again, and the page says where it went on", async () => {
  // The window of the tests computes no digests; that of a browser does.
  vi.stubGlobal("crypto", webcrypto);
  const { server } = renderApp("/projects/1/import");
  const files = many(10);
  const there = await Promise.all(files.slice(0, 8).map(digestOf));
  server.on("POST", "/api/v1/projects/:id/uploads/there", () => ({ sha256: there }));
  await choose(files);
  expect(await screen.findByText(/2 added, 0 refused\. 8 files are there already/)).toHaveTextContent(
    "The upload went on with 9.jpg.",
  );
  expect(server.sent("POST", "/api/v1/projects/1/uploads")).toHaveLength(1);
});

test("an upload that was cut off is spoken of on return, until it is finished", async () => {
  keepInterrupted(1, { done: 10, total: 25 });
  renderApp("/projects/1/import");
  expect(await screen.findByText(/10 of 25 files had been dealt with/)).toBeInTheDocument();
  await choose(many(1));
  expect(await screen.findByText("1 added, 0 refused.")).toBeInTheDocument();
  expect(interruptedUpload(1)).toBeNull();
});
