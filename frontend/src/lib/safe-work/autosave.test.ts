import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Autosave, LONGEST_WAIT_MS, QUIET_MS, type SaveOutcome, type SaveState } from "./autosave";
import { chooseOpening, copiesOf, localCopies, type LocalCopy } from "./local-copies";

const SAVED_AT = "2026-05-01T12:03:00Z";

/** A server that counts versions; tests say how the next requests end. */
class FakeServer {
  version = 0;
  work = "";
  requests: Array<{ version: number; work: string; isLeaving: boolean }> = [];
  nextOutcomes: Array<SaveOutcome<string> | "pending"> = [];
  release: (outcome: SaveOutcome<string>) => void = () => undefined;

  send = (version: number, work: string, isLeaving: boolean): Promise<SaveOutcome<string>> => {
    this.requests.push({ version, work, isLeaving });
    const planned = this.nextOutcomes.shift();
    if (planned === "pending") return new Promise((resolve) => (this.release = resolve));
    return Promise.resolve(planned ?? this.store(version, work));
  };

  store(version: number, work: string): SaveOutcome<string> {
    if (version !== this.version) {
      return { kind: "stale", version: this.version, work: this.work, savedAt: SAVED_AT };
    }
    this.version += 1;
    this.work = work;
    return { kind: "saved", version: this.version, savedAt: SAVED_AT };
  }
}

function setUp(version = 0) {
  const server = new FakeServer();
  server.version = version;
  const states: SaveState[] = [];
  const onConflict = vi.fn();
  const copies = localCopies<string>(localStorage);
  const autosave = new Autosave<string>({
    id: "7",
    version,
    savedAt: null,
    send: server.send,
    copies,
    isSame: (a, b) => a === b,
  });
  autosave.listen({ onState: (state) => states.push(state), onConflict });
  return { server, states, onConflict, copies, autosave };
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe("saving", () => {
  it("happens within two seconds after the last key, once for a burst of keys", async () => {
    const { server, autosave, states } = setUp();
    for (const text of ["a", "ab", "abc"]) {
      autosave.change(text);
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(server.requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(QUIET_MS).toBeLessThanOrEqual(2_000);
    expect(server.requests.map((request) => request.work)).toEqual(["abc"]);
    expect(states.map((state) => state.status)).toEqual(["waiting", "saving", "saved"]);
  });

  it("does not wait for a pause that never comes", async () => {
    const { server, autosave } = setUp();
    for (let elapsed = 0; elapsed <= LONGEST_WAIT_MS; elapsed += 250) {
      autosave.change(`text ${elapsed}`);
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(LONGEST_WAIT_MS).toBeLessThanOrEqual(2_000);
    expect(server.requests.length).toBeGreaterThanOrEqual(1);
  });

  it("counts the time a slow request took: the next words do not wait anew", async () => {
    const { server, autosave } = setUp();
    server.nextOutcomes = ["pending"];
    autosave.change("one");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    autosave.change("two");
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS);
    server.release(server.store(0, "one"));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.requests.map((request) => request.work)).toEqual(["one", "two"]);
  });

  it("has one request in flight and sends the newest work next, on the new version", async () => {
    const { server, autosave } = setUp();
    server.nextOutcomes = ["pending"];
    autosave.change("one");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    autosave.change("two");
    autosave.change("three");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.requests).toHaveLength(1);
    server.release(server.store(0, "one"));
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(server.requests[1]).toMatchObject({ version: 1, work: "three" });
    expect(autosave.hasUnsaved).toBe(false);
  });

  it("keeps a copy on the device until the server has the work", async () => {
    const { autosave, copies } = setUp(4);
    autosave.change("typed");
    expect(copies.read("7")).toMatchObject({ baseVersion: 4, work: "typed" });
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(copies.read("7")).toBeNull();
  });
});

describe("when the server cannot be reached", () => {
  it("tries again with growing pauses and says the work is kept here", async () => {
    const { server, autosave } = setUp();
    server.nextOutcomes = Array.from({ length: 3 }, () => ({ kind: "unreachable" }) as const);
    autosave.change("typed");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(autosave.state).toEqual({ status: "offline", isKept: true });
    await vi.advanceTimersByTimeAsync(1_900);
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(server.requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(autosave.state.status).toBe("saved");
    expect(server.work).toBe("typed");
  });

  it("sends what was typed meanwhile as soon as the network is back", async () => {
    const { server, autosave } = setUp();
    server.nextOutcomes = [{ kind: "unreachable" }];
    autosave.change("one");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    autosave.change("one two");
    autosave.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.work).toBe("one two");
  });

  it("treats a thrown error like a lost network", async () => {
    const { server, autosave } = setUp();
    server.send = () => Promise.reject(new Error("boom"));
    const own = new Autosave<string>({
      id: "8",
      version: 0,
      savedAt: null,
      send: (...request) => server.send(...request),
      copies: localCopies<string>(localStorage),
      isSame: (a, b) => a === b,
    });
    own.change("x");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(own.state.status).toBe("offline");
    expect(autosave.state.status).toBe("clean");
  });

  it("admits when the device cannot keep a copy either", async () => {
    const { server } = setUp();
    server.nextOutcomes = [{ kind: "unreachable" }];
    const full = {
      ...localStorage,
      setItem: () => {
        throw new Error("full");
      },
    } as Storage;
    const autosave = new Autosave<string>({
      id: "9",
      version: 0,
      savedAt: null,
      send: server.send,
      copies: localCopies<string>(full, full),
      isSame: (a, b) => a === b,
    });
    autosave.change("x");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(autosave.state).toEqual({ status: "offline", isKept: false });
  });

  it("keeps the copy in the tab when the device is full, and reads the newer of two", () => {
    const full = {
      ...localStorage,
      setItem: () => {
        throw new Error("full");
      },
    } as Storage;
    const at = (minute: number) => `2026-05-01T12:0${String(minute)}:00Z`;
    localCopies<string>(localStorage, null).write("9", { baseVersion: 1, work: "older", changedAt: at(1) });
    const copies = localCopies<string>(full, sessionStorage);
    expect(copies.write("9", { baseVersion: 1, work: "newer", changedAt: at(2) })).toBe(true);
    expect(localCopies<string>(localStorage, sessionStorage).read("9")?.work).toBe("newer");
    localCopies<string>(localStorage, sessionStorage).remove("9");
    expect(localCopies<string>(localStorage, sessionStorage).read("9")).toBeNull();
  });
});

describe("when a save arrived and its answer did not", () => {
  /** The server stores what it is sent, and nobody hears of it. */
  function swallow(server: FakeServer) {
    const { send } = server;
    server.send = (version, work) => {
      server.send = send;
      server.store(version, work);
      return Promise.resolve({ kind: "unreachable" });
    };
  }

  it("goes on with what was typed since, and asks nobody to choose", async () => {
    const { server, onConflict } = setUp();
    swallow(server);
    const autosave = new Autosave<string>({
      id: "7",
      version: 0,
      savedAt: null,
      send: (...sent) => server.send(...sent),
      copies: localCopies<string>(localStorage),
      isSame: (a, b) => a === b,
    });
    autosave.listen({ onState: () => undefined, onConflict });
    autosave.change("one");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    autosave.change("one two");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onConflict).not.toHaveBeenCalled();
    expect(server.work).toBe("one two");
    expect(autosave.state.status).toBe("saved");
  });

  it("is still a conflict when another window wrote what the server has", async () => {
    const { server, autosave, onConflict } = setUp();
    server.nextOutcomes = [{ kind: "unreachable" }];
    autosave.change("one");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    server.store(0, "from elsewhere");
    autosave.change("one two");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onConflict).toHaveBeenCalledOnce();
    expect(server.work).toBe("from elsewhere");
  });

  it("opens with the newer copy of this device after a reload", async () => {
    const { server, autosave, copies } = setUp();
    server.nextOutcomes = ["pending"];
    autosave.change("one");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    autosave.change("one two");
    const opening = chooseOpening(copies.read("7"), { version: 1, work: "one" }, (a, b) => a === b);
    expect(opening).toMatchObject({ from: "device", copy: { work: "one two" } });
    const other = chooseOpening(copies.read("7"), { version: 1, work: "another" }, (a, b) => a === b);
    expect(other.from).toBe("conflict");
    const later = chooseOpening(copies.read("7"), { version: 2, work: "one" }, (a, b) => a === b);
    expect(later.from).toBe("conflict");
  });
});

it("finds what waits for one person, and nobody else's", () => {
  const copies = localCopies<string>(localStorage);
  const about = (user: number) => ({ user, project: "P", stage: "S", image: "i.jpg" });
  copies.write("1", { baseVersion: 0, work: "a", changedAt: "2026-05-01T12:01:00Z", about: about(4) });
  copies.write("2", { baseVersion: 0, work: "b", changedAt: "2026-05-01T12:02:00Z", about: about(4) });
  copies.write("3", { baseVersion: 0, work: "c", changedAt: "2026-05-01T12:03:00Z", about: about(5) });
  copies.write("4", { baseVersion: 0, work: "d", changedAt: "2026-05-01T12:04:00Z" });
  expect(copiesOf(4).map(({ id }) => id)).toEqual(["2", "1"]);
});

describe("when the draft on the server is newer", () => {
  it("overwrites nothing, keeps both and waits for a choice", async () => {
    const { server, autosave, onConflict, copies } = setUp(2);
    server.version = 3;
    server.work = "theirs";
    autosave.change("mine");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(onConflict).toHaveBeenCalledWith(expect.objectContaining({ version: 3, work: "theirs" }));
    autosave.change("mine, and more");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.requests).toHaveLength(1);
    expect(copies.read("7")?.work).toBe("mine, and more");
    autosave.resolveConflict(3, "mine, and more");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(server.work).toBe("mine, and more");
  });

  it("is no conflict when the newer draft is this very work and only the reply was lost", async () => {
    const { server, autosave, onConflict } = setUp(2);
    server.version = 3;
    server.work = "mine";
    autosave.change("mine");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(onConflict).not.toHaveBeenCalled();
    expect([autosave.version, autosave.state.status]).toEqual([3, "saved"]);
  });
});

describe("ends and interruptions", () => {
  it("stops when the assignment is lost and keeps the copy", async () => {
    const { server, autosave, copies } = setUp();
    server.nextOutcomes = [{ kind: "lost", isStored: true }];
    autosave.change("typed");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(autosave.state.status).toBe("lost");
    autosave.change("typed on");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.requests).toHaveLength(1);
    expect(copies.read("7")?.work).toBe("typed on");
  });

  it("does not repeat what the server refuses for good, but sends the next change", async () => {
    const { server, autosave } = setUp();
    server.nextOutcomes = [{ kind: "refused", message: "Too long.", canRetry: false }];
    autosave.change("too long");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.requests).toHaveLength(1);
    expect(autosave.state).toEqual({ status: "failed", message: "Too long." });
    autosave.change("shorter");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(server.work).toBe("shorter");
  });

  it("sends at once when the page goes away and leaves the copy until the answer", async () => {
    const { server, autosave, copies } = setUp();
    autosave.change("last words");
    void autosave.flush(true);
    expect(server.requests).toEqual([{ version: 0, work: "last words", isLeaving: true }]);
    expect(copies.read("7")?.work).toBe("last words");
    await vi.advanceTimersByTimeAsync(0);
    expect(copies.read("7")).toBeNull();
  });

  it("sends no draft while an answer is being submitted, and goes on if that fails", async () => {
    const { server, autosave } = setUp();
    autosave.change("answer");
    await autosave.hold();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.requests).toHaveLength(0);
    autosave.resume();
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(server.work).toBe("answer");
  });

  it("removes the copy once the answer has arrived", () => {
    const { autosave, copies } = setUp();
    autosave.change("answer");
    autosave.finish();
    expect(copies.read("7")).toBeNull();
  });
});

describe("what to open with", () => {
  const copy = (baseVersion: number, work: string): LocalCopy<string> => ({
    baseVersion,
    work,
    changedAt: SAVED_AT,
  });
  const isSame = (a: string, b: string) => a === b;
  const server = { version: 3, work: "saved" };

  it.each([
    ["no copy", null, "server"],
    ["a copy based on the same version", copy(3, "newer"), "device"],
    ["a copy that says the same", copy(1, "saved"), "server"],
    ["a copy based on an older version", copy(2, "other"), "conflict"],
  ])("%s: %s", (_name, local, expected) => expect(chooseOpening(local, server, isSame).from).toBe(expected));

  it("ignores a copy that cannot be read", () => {
    localStorage.setItem("annotate:unsaved:7", "{not json");
    expect(localCopies<string>(localStorage).read("7")).toBeNull();
    localStorage.setItem("annotate:unsaved:7", '{"work":"no version"}');
    expect(localCopies<string>(localStorage).read("7")).toBeNull();
  });
});
