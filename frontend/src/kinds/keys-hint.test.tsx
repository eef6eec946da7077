import { act, screen } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import type { Command } from "@/canvas/keys";
import { keyStore } from "@/lib/key-store";
import { renderWithProviders } from "@/testing/render";
import { KeysHint } from "./keys-hint";

const command = (id: string, key: string): Command => ({ id, keys: [key], scope: "page", run: () => undefined });
const COMMANDS = [...["1", "2", "3"].map((digit) => command("rate", digit)), command("metric_next", "alt+ArrowDown")];

const show = () =>
  renderWithProviders(
    <KeysHint
      commands={COMMANDS}
      ids={["rate", "metric_next"]}
      say={(rate, next) => `Keys ${rate} rate, ${next} goes on.`}
    />,
  );

afterEach(() => keyStore.change({ keys: {}, singleKeys: true }));

it("names keys in a row by the first and the last", async () => {
  show();
  expect(await screen.findByText("Keys 1 to 3 rate, Alt+↓ goes on.")).toBeInTheDocument();
});

it("follows keys that are changed, one by one", async () => {
  show();
  await screen.findByText(/^Keys/);
  act(() => keyStore.change({ keys: { rate_2: ["w"], metric_next: ["F7"] } }));
  expect(screen.getByText("Keys 1, W, 3 rate, F7 goes on.")).toBeInTheDocument();
});

it("says nothing of keys that are turned off or taken away", async () => {
  show();
  await screen.findByText(/^Keys/);
  act(() => keyStore.change({ singleKeys: false }));
  expect(screen.queryByText(/^Keys/)).not.toBeInTheDocument();
  act(() => keyStore.change({ singleKeys: true, keys: { rate_3: [] } }));
  expect(screen.queryByText(/^Keys/)).not.toBeInTheDocument();
});

it("is not shown where a finger is all there is", async () => {
  show();
  expect(await screen.findByText(/^Keys/)).toHaveClass("for-keys");
  const coarse = /@media \(pointer: coarse\) \{[\s\S]*?\n\}/.exec(readFileSync("src/app/global.css", "utf8"))?.[0];
  expect(coarse).toMatch(/\.for-keys \{\s+display: none !important;/);
});
