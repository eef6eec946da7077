import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LONGEST_MS, REST_MS, useRested, useSelected, ValueStore } from "./value-store";

beforeEach(() => void vi.useFakeTimers());

describe("a component that asks for a part", () => {
  it("is drawn anew when that part changes, and for nothing else", () => {
    const store = new ValueStore({ text: "a", reason: null as string | null });
    let drawn = 0;
    const { result } = renderHook(() => {
      drawn += 1;
      return useSelected(store, ({ reason }) => reason);
    });
    act(() => store.set({ ...store.value, text: "ab" }));
    expect(drawn).toBe(1);
    act(() => store.set({ ...store.value, reason: "vague" }));
    expect([drawn, result.current]).toEqual([2, "vague"]);
  });
});

describe("a value at rest", () => {
  const typed = (store: ValueStore<string>, letters: string, every: number) => {
    for (const letter of letters) {
      store.set(store.value + letter);
      vi.advanceTimersByTime(every);
    }
  };

  it("follows once nothing moves any more", () => {
    const store = new ValueStore("");
    const { result } = renderHook(() => useRested(store));
    typed(store, "cat", REST_MS - 1);
    expect(result.current.value).toBe("");
    vi.advanceTimersByTime(1);
    expect(result.current.value).toBe("cat");
  });

  it("follows in the end for somebody who never pauses", () => {
    const store = new ValueStore("");
    const { result } = renderHook(() => useRested(store));
    typed(store, "x".repeat(LONGEST_MS / 100), 100);
    expect(result.current.value.length).toBeGreaterThan(0);
  });
});
