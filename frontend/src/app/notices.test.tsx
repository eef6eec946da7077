import { act, screen, waitFor } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MantineProvider } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { render } from "@testing-library/react";
import { notifyDone } from "@/lib/notify";
import { Notices } from "./notices";

const PROPERTY = "--app-notices";
let look: () => void = () => undefined;
let watched: Element | null = null;

beforeEach(() => {
  watched = null;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(seen: () => void) {
        this.#seen = seen;
      }
      #seen: () => void;
      observe(node: Element) {
        if (!node.matches(".mantine-Notifications-root")) return;
        watched = node;
        look = this.#seen;
      }
      unobserve() {
        return undefined;
      }
      disconnect() {
        return undefined;
      }
    },
  );
});

afterEach(() => {
  act(() => notifications.clean());
});

const room = () => document.documentElement.style.getPropertyValue(PROPERTY);
const asHighAs = (height: number) =>
  Object.defineProperty(watched, "offsetHeight", { configurable: true, value: height });

function show() {
  return render(
    <MantineProvider>
      <Notices />
    </MantineProvider>,
  );
}

test("pages end above the notices that stand, for as long as they do", async () => {
  show();
  expect(room()).toBe("");
  act(() => notifyDone("Saved."));
  const notice = await screen.findByText("Saved.");
  await waitFor(() => expect(watched).toContainElement(notice));
  asHighAs(64);
  look();
  expect(room()).toBe("calc(64px + var(--mantine-spacing-md))");
  asHighAs(0);
  look();
  expect(room()).toBe("");
});

test("without the notices no room is left for them", async () => {
  const view = show();
  act(() => notifyDone("Saved."));
  const notice = await screen.findByText("Saved.");
  await waitFor(() => expect(watched).toContainElement(notice));
  asHighAs(64);
  look();
  expect(room()).not.toBe("");
  view.unmount();
  expect(room()).toBe("");
});

test("the page scrolls above them, and so do the bars that stay at its end", () => {
  const css = (path: string) => readFileSync(`src/${path}`, "utf8");
  expect(css("app/global.css")).toMatch(/html \{[^}]*scroll-padding-bottom: var\(--app-notices, 0px\)/);
  expect(css("app/global.css")).toMatch(/body \{[^}]*padding-bottom: var\(--app-notices, 0px\)/);
  for (const bar of ["components/act-bar.module.css", "features/samples/selection-bar.module.css"])
    expect(css(bar)).toMatch(/bottom: calc\(12px \+ var\(--app-notices, 0px\)\)/);
});
