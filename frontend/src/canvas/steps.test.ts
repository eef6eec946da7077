import { expect, it } from "vitest";
import { CanvasStore, patch, type Item } from "./store";

interface Thing extends Item {
  label: string;
  x: number;
}

const things: readonly Thing[] = [
  { id: "a", label: "cat", x: 0 },
  { id: "b", label: "cup", x: 5 },
];

function set(store: CanvasStore<Thing>, id: string, change: Partial<Thing>) {
  store.edit(change.label === undefined ? "move" : "write", (items) =>
    patch(items, [id], (item) => ({ ...item, ...change })),
  );
}

it("takes a step out of the middle where nothing rests on it, and puts it back", () => {
  const store = new CanvasStore<Thing>(things);
  set(store, "a", { label: "tabby" });
  set(store, "a", { x: 3 });
  expect(store.undo((step) => step.label === "write")).toBe("write");
  expect(store.get("a")).toEqual({ id: "a", label: "cat", x: 3 });
  expect(store.redo()).toBe("write");
  expect(store.get("a")).toEqual({ id: "a", label: "tabby", x: 3 });
  store.undo((step) => step.label === "write");
  expect(store.undo()).toBe("move");
  expect(store.items).toEqual(things);
});

it("does a step again out of the middle, and the others after it", () => {
  const store = new CanvasStore<Thing>(things);
  set(store, "a", { label: "tabby" });
  set(store, "b", { x: 3 });
  store.undo((step) => step.label === "write");
  store.undo();
  expect(store.redo((step) => step.label === "write")).toBe("write");
  expect(store.items).toEqual([{ ...things[0], label: "tabby" }, things[1]]);
  store.redo();
  expect(store.items).toEqual([
    { ...things[0], label: "tabby" },
    { ...things[1], x: 3 },
  ]);
});

it("leaves a step that others rest on", () => {
  const store = new CanvasStore<Thing>(things);
  set(store, "a", { label: "tabby" });
  set(store, "a", { label: "tabby cat" });
  expect(store.undo((step) => step.after[0]?.label === "tabby")).toBeNull();
  store.edit("remove", (items) => items.slice(0, 1));
  set(store, "a", { x: 9 });
  expect(store.undo((step) => step.label === "remove")).toBeNull();
  expect(store.items).toHaveLength(1);
});

it("goes on with what is kept of it, each thing kept once", () => {
  const store = new CanvasStore<Thing>(things);
  set(store, "a", { label: "tabby" });
  store.edit("remove", (items) => items.slice(1));
  set(store, "b", { x: 9 });
  store.undo();
  const kept = JSON.parse(JSON.stringify(store.kept(10_000))) as ReturnType<typeof store.kept>;
  expect(kept?.pool).toHaveLength(4);
  const again = new CanvasStore<Thing>([{ x: 5, label: "cup", id: "b" }]);
  again.restore(kept);
  expect(again.redo()).toBe("move");
  expect(again.items).toEqual([{ ...things[1], x: 9 }]);
  for (const label of ["move", "remove", "write"]) expect(again.undo()).toBe(label);
  expect(again.items).toEqual(things);
});

it("keeps the newest steps that there is room for", () => {
  const store = new CanvasStore<Thing>(things);
  for (let x = 1; x <= 64; x++) set(store, "a", { x });
  const kept = store.kept(1_500);
  expect(kept?.steps.length).toBeGreaterThan(4);
  expect(JSON.stringify(kept).length).toBeLessThanOrEqual(1_500);
  expect(store.kept(10)).toBeNull();
});
