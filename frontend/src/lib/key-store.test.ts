import { beforeEach, expect, it, vi } from "vitest";
import { KeyStore, OWN_KEYS } from "./key-store";

const chosen = { singleKeys: true, keys: { merge: ["j"] } };

beforeEach(() => localStorage.clear());

it("has what the server knows of whoever is signed in", () => {
  const store = new KeyStore();
  store.open(1, chosen);
  expect(store.snapshot()).toEqual(chosen);
  expect(store.unsent()).toBeNull();
});

it("acts on a change at once and keeps it until it was sent", () => {
  const store = new KeyStore();
  store.open(1, OWN_KEYS);
  store.change({ keys: chosen.keys });
  expect(store.snapshot().keys).toEqual(chosen.keys);
  const sent = store.unsent()!;
  expect(sent).toEqual(chosen);
  store.sent(sent);
  expect(store.unsent()).toBeNull();
});

it("still has a change after the page was closed before it could be sent", () => {
  const before = new KeyStore();
  before.open(1, OWN_KEYS);
  before.change({ keys: chosen.keys });
  const after = new KeyStore();
  after.open(1, OWN_KEYS);
  expect(after.unsent()).toEqual(chosen);
});

it("goes on waiting when more was changed while something was sent", () => {
  const store = new KeyStore();
  store.open(1, OWN_KEYS);
  store.change({ keys: { merge: ["j"] } });
  const first = store.unsent()!;
  store.change({ singleKeys: false });
  store.sent(first);
  expect(store.unsent()).toEqual({ singleKeys: false, keys: { merge: ["j"] } });
});

it("keeps apart what different people chose in one browser", () => {
  const store = new KeyStore();
  store.open(1, OWN_KEYS);
  store.change({ keys: chosen.keys });
  store.open(2, OWN_KEYS);
  expect(store.snapshot()).toEqual(OWN_KEYS);
  expect(store.unsent()).toBeNull();
  store.close();
  store.open(1, OWN_KEYS);
  expect(store.unsent()).toEqual(chosen);
});

it("hears of a change in another tab", () => {
  const [here, there] = [new KeyStore(), new KeyStore()];
  here.open(1, OWN_KEYS);
  there.open(1, OWN_KEYS);
  const listener = vi.fn();
  here.subscribe(listener);
  there.change({ keys: chosen.keys });
  here.onStorage({ key: "annotate:keys:1", newValue: localStorage.getItem("annotate:keys:1") });
  expect(here.snapshot()).toEqual(chosen);
  expect(listener).toHaveBeenCalled();
});

it("takes over the switch that an earlier release kept in the browser, once", () => {
  localStorage.setItem("annotate:single-keys", "off");
  const store = new KeyStore();
  store.open(1, chosen);
  expect(store.unsent()).toEqual({ ...chosen, singleKeys: false });
  expect(localStorage.getItem("annotate:single-keys")).toBeNull();
});

it.each([
  "",
  "null",
  "7",
  "{}",
  '{"singleKeys":1,"keys":{},"isUnsent":true}',
  '{"singleKeys":true,"keys":{"a":"b"},"isUnsent":true}',
])("is not led astray by %j in the storage", (text) => {
  localStorage.setItem("annotate:keys:1", text);
  const store = new KeyStore();
  store.open(1, chosen);
  expect(store.snapshot()).toEqual(chosen);
});
