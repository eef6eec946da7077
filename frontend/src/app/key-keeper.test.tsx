import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { keyStore } from "@/lib/key-store";
import { renderApp } from "@/testing/render-app";

beforeEach(() => {
  localStorage.clear();
  keyStore.close();
});

const sent = (server: ReturnType<typeof renderApp>["server"]) =>
  server.sent("PATCH", "/api/v1/me").map(({ body }) => body);

test("what is changed here reaches the server, several changes in one", async () => {
  const { server, findByRole } = renderApp("/projects");
  await findByRole("heading", { level: 1 });
  act(() => {
    keyStore.change({ keys: { merge: ["j"] } });
    keyStore.change({ singleKeys: false });
  });
  await waitFor(() => expect(sent(server)).toEqual([{ preferences: { single_keys: false, keys: { merge: ["j"] } } }]), {
    timeout: 3_000,
  });
  await waitFor(() => expect(keyStore.unsent()).toBeNull());
});

test("without a network the keys act all the same, and are sent when it is back", async () => {
  const { server, findByRole } = renderApp("/projects");
  await findByRole("heading", { level: 1 });
  server.goOffline();
  act(() => keyStore.change({ keys: { merge: ["j"] } }));
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(keyStore.snapshot().keys).toEqual({ merge: ["j"] });
  expect(keyStore.unsent()).not.toBeNull();
  server.goOnline();
  act(() => {
    window.dispatchEvent(new Event("online"));
  });
  await waitFor(() => expect(keyStore.unsent()).toBeNull(), { timeout: 3_000 });
});
