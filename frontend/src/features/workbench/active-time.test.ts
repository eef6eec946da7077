import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ActiveTime } from "./active-time";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const wait = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

it("counts nothing before the person does something", () => {
  const time = new ActiveTime({ idleSeconds: 60 });
  wait(100);
  expect(time.seconds()).toBe(0);
});

it("counts on for the idle limit after the last activity and no longer", () => {
  const time = new ActiveTime({ idleSeconds: 60, startSeconds: 12 });
  time.activity();
  wait(500);
  expect(time.seconds()).toBe(72);
  time.activity();
  wait(10);
  expect(time.seconds()).toBe(82);
});

it("counts steady work in full however often it is read", () => {
  const time = new ActiveTime({ idleSeconds: 60 });
  for (let turn = 0; turn < 30; turn += 1) {
    time.activity();
    wait(20);
    time.seconds();
  }
  expect(time.seconds()).toBe(600);
});

it("pauses while the page is hidden", () => {
  const time = new ActiveTime({ idleSeconds: 60 });
  time.activity();
  wait(10);
  time.setVisible(false);
  wait(40);
  time.setVisible(true);
  wait(5);
  expect(time.seconds()).toBe(15);
});

it("does not count a page that was opened in the background", () => {
  const time = new ActiveTime({ idleSeconds: 60, isVisible: false });
  time.activity();
  wait(30);
  expect(time.seconds()).toBe(0);
});
