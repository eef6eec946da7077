import { webcrypto } from "node:crypto";
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { digestOf } from "@/lib/uploads/digest";
import { renderApp } from "@/testing/render-app";

const image = (name: string) => new File([`pixels of ${name}`], name, { type: "image/jpeg" });
const many = (count: number) => Array.from({ length: count }, (_, index) => image(`${String(index + 1)}.jpg`));

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

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

test("the files go on being sent while another page is shown, and every page says how far they are", async () => {
  const { server, router } = renderApp("/projects/1/import");
  const letGo = heldUpload(server);
  await choose(many(20));
  await userEvent.click(screen.getByRole("link", { name: "Samples" }));
  await expect.poll(() => router.state.location.pathname).toBe("/projects/1/samples");
  const [status] = await screen.findAllByRole("button", { name: /Uploading 0 of 20/ });
  letGo();
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/uploads").length).toBe(3);
  await userEvent.click(status!);
  const panel = await screen.findByRole("dialog", { name: "Uploads" });
  expect(await within(panel).findByText("20 added, 0 refused.")).toBeInTheDocument();
  await userEvent.click(within(panel).getByRole("button", { name: "Clear the list" }));
  expect(await within(panel).findByText(/Nothing is being uploaded/)).toBeInTheDocument();
});

test("closing the tab is asked about only while files would be lost with it", async () => {
  const { server } = renderApp("/projects/1/import");
  const letGo = heldUpload(server);
  const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await choose(many(1));
  // The window of the tests keeps nothing, as a private one.
  expect(isAsked()).toBe(true);
  expect(await screen.findByText(/1 file waits in this tab alone/)).toBeInTheDocument();
  letGo();
  expect(await screen.findByText("1 added, 0 refused.")).toBeInTheDocument();
  expect(isAsked()).toBe(false);
});

test("what the server has by content is not sent again, and the page says where it went on", async () => {
  // The window of the tests computes no digests; that of a browser does.
  vi.stubGlobal("crypto", webcrypto);
  const { server } = renderApp("/projects/1/import");
  const files = many(10);
  const there = await Promise.all(files.slice(0, 8).map(async (file) => digestOf(await file.arrayBuffer())));
  server.on("POST", "/api/v1/projects/:id/uploads/there", () => ({ sha256: there }));
  await choose(files);
  expect(await screen.findByText(/2 added, 0 refused\. 8 files are there already/)).toHaveTextContent(
    "The upload went on with 9.jpg.",
  );
  expect(server.sent("POST", "/api/v1/projects/1/uploads")).toHaveLength(1);
});

test("pictures are pasted under names of their own, and text is left to the fields", async () => {
  const { server } = renderApp("/projects/1/import");
  await screen.findByText("Drop images or folders here");
  const files = [new File(["a"], "image.png", { type: "image/png" })];
  fireEvent.paste(document.body, { clipboardData: { files } });
  expect(await screen.findByText("1 added, 0 refused.")).toBeInTheDocument();
  const form = server.sent("POST", "/api/v1/projects/1/uploads")[0]?.body as FormData;
  expect((form.get("files") as File).name).toMatch(/^pasted-\d{8}-\d{6}\.png$/);
});

const asEntry = (file: File) => ({
  isFile: true,
  isDirectory: false,
  file: (give: (file: File) => void) => give(file),
});

function folder(entries: object[]) {
  const parts = [entries, []];
  const readEntries = (give: (part: object[]) => void) => give(parts.shift() ?? []);
  return { isFile: false, isDirectory: true, createReader: () => ({ readEntries }) };
}

test("a folder that is dropped gives its pictures, however deep, and says what it left out", async () => {
  renderApp("/projects/1/import");
  const area = await screen.findByText("Drop images or folders here");
  const inner = folder([asEntry(image("deep.jpg")), asEntry(new File(["x"], ".DS_Store"))]);
  const outer = folder([asEntry(image("a.jpg")), inner]);
  fireEvent.drop(area, { dataTransfer: { files: [], items: [{ webkitGetAsEntry: () => outer }] } });
  expect(await screen.findByText("2 added, 0 refused.")).toBeInTheDocument();
  expect(screen.getByText("1 file that is no image was left out.")).toBeInTheDocument();
});
