import { describe, expect, it } from "vitest";
import { numbers } from "./random-for-tests";
import { diffItems } from "./item-changes";
import { CanvasStore, moveItem, patch, type ChangeEvent } from "./store";

interface Note {
  id: string;
  text: string;
}
const note = (id: string, text = ""): Note => ({ id, text });

function write(store: CanvasStore<Note>, id: string, text: string, group: string | null = null) {
  store.edit("write", (items) => patch(items, [id], (item) => ({ ...item, text })), group);
}

describe("the history", () => {
  it("does not undo what was loaded", () => {
    const store = new CanvasStore<Note>();
    store.load([note("seed")]);
    expect(store.canUndo).toBe(false);
    expect(store.undo()).toBeNull();
    expect(store.items).toEqual([note("seed")]);
  });

  it("forgets earlier steps when something is loaded", () => {
    const store = new CanvasStore([note("a")]);
    write(store, "a", "mine");
    store.load([note("b")]);
    expect(store.canUndo).toBe(false);
  });

  it("takes a whole gesture back in one step", () => {
    const store = new CanvasStore([note("a")]);
    for (const text of ["o", "on", "one"]) write(store, "a", text, "typing a");
    store.endGesture();
    write(store, "a", "one!", "typing a");
    expect(store.undo()).toBe("write");
    expect(store.get("a")?.text).toBe("one");
    store.undo();
    expect(store.get("a")?.text).toBe("");
    expect(store.canUndo).toBe(false);
  });

  it("starts a new step when another change comes between", () => {
    const store = new CanvasStore([note("a"), note("b")]);
    write(store, "a", "1", "a");
    write(store, "b", "2", "b");
    write(store, "a", "3", "a");
    store.undo();
    expect(store.get("a")?.text).toBe("1");
  });

  it("keeps no step for a change that changes nothing or a gesture that leads back", () => {
    const store = new CanvasStore([note("a")]);
    store.edit("nothing", (items) => items);
    store.edit("move", (items) => moveItem(items, "a", 5), "drag");
    expect(store.canUndo).toBe(false);
  });

  it("breaks a gesture off without a trace", () => {
    const store = new CanvasStore([note("a", "old")]);
    write(store, "a", "new", "drag");
    store.cancelGesture("drag");
    expect(store.items).toEqual([note("a", "old")]);
    expect(store.canUndo || store.canRedo).toBe(false);
  });

  it("loses what could be redone once something new is done", () => {
    const store = new CanvasStore([note("a")]);
    write(store, "a", "1");
    store.undo();
    write(store, "a", "2");
    expect(store.canRedo).toBe(false);
  });

  it("leads back to the beginning and forth to the end after any run of edits", () => {
    const next = numbers(31);
    const start = [note("a"), note("b"), note("c")];
    for (let round = 0; round < 60; round += 1) {
      const store = new CanvasStore<Note>(start);
      for (let turn = 0; turn < 25; turn += 1) randomEdit(store, next, turn);
      while (store.canRedo) store.redo();
      const end = store.items;
      while (store.canUndo) store.undo();
      expect(store.items).toEqual(start);
      while (store.canRedo) store.redo();
      expect(store.items).toEqual(end);
    }
  });
});

function randomEdit(store: CanvasStore<Note>, next: () => number, turn: number) {
  const id = store.items[Math.floor(next() * store.items.length)]?.id ?? "";
  const choice = next();
  if (choice < 0.3) write(store, id, `text ${turn}`, next() < 0.5 ? "typing" : null);
  else if (choice < 0.5) store.edit("add", (items) => [...items, note(`new-${turn}`)]);
  else if (choice < 0.7) store.edit("remove", (items) => items.filter((item) => item.id !== id));
  else if (choice < 0.9) store.edit("order", (items) => moveItem(items, id, Math.floor(next() * 4)));
  else store.undo();
}

describe("what listeners are told", () => {
  it("names the origin and the parts of the change", () => {
    const events: ChangeEvent<Note>[] = [];
    const store = new CanvasStore<Note>();
    store.subscribe((event) => events.push(event));
    store.load([note("a"), note("b")]);
    store.edit("swap and add", (items) => [...moveItem(items, "b", 0), note("c")]);
    store.undo();
    expect(events.map((event) => [event.origin, event.kind])).toEqual([
      ["remote", "load"],
      ["local", "edit"],
      ["local", "undo"],
    ]);
    expect(events[1]?.change.created).toEqual([note("c")]);
    expect(events[1]?.change.reordered).toBe(true);
    expect(events[2]?.change.deleted).toEqual([note("c")]);
  });

  it("finds updates by identity and does not call a removal a new order", () => {
    const [a, b, c] = [note("a"), note("b"), note("c")] as const;
    const change = diffItems([a, b, c], [a, { ...c, text: "new" }]);
    expect(change.updated).toEqual([{ before: c, after: { ...c, text: "new" } }]);
    expect(change.deleted).toEqual([b]);
    expect(change.reordered).toBe(false);
  });

  it("leaves untouched items the same objects, so that they need not be drawn again", () => {
    const items = [note("a"), note("b")];
    const patched = patch(items, ["b"], (item) => ({ ...item, text: "x" }));
    expect(patched[0]).toBe(items[0]);
    expect(patch(items, ["nobody"], (item) => ({ ...item }))).toBe(items);
  });
});
