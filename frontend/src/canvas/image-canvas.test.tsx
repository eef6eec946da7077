import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderWithProviders } from "@/testing/render";
import { ImageCanvas } from "./image-canvas";
import type { PhotoSource } from "./sheet";
import { ShortcutsProvider } from "./shortcuts";
import { useSeen, useViewport } from "./use-viewport";

const SOURCE: PhotoSource = { id: 1, width: 400, height: 300, name: "cat.png", urls: { view: "/view", full: "/full" } };
const SHAPES = [{ id: "cat", name: "cat", box: { x: 10, y: 20, width: 30, height: 40 } }];

function Scene() {
  const viewport = useViewport(SOURCE);
  const { view } = useSeen(viewport);
  return (
    <ShortcutsProvider>
      <ImageCanvas
        source={SOURCE}
        shapes={SHAPES}
        viewport={viewport}
        selection={[]}
        hovered={null}
        isHidden={false}
        label="Image"
        onSelect={vi.fn()}
        onHover={vi.fn()}
        onActivate={vi.fn()}
      />
      <output aria-label="Scale">{view.scale}</output>
    </ShortcutsProvider>
  );
}

/** Elements that were given a listener which may prevent scrolling. */
function holdersOfTheWheel(): Element[] {
  const holders: Element[] = [];
  const add = EventTarget.prototype.addEventListener;
  vi.spyOn(EventTarget.prototype, "addEventListener").mockImplementation(function (
    this: EventTarget,
    type,
    listener,
    options,
  ) {
    if (type === "wheel" && typeof options === "object" && options.passive === false) holders.push(this as Element);
    add.call(this, type, listener, options);
  });
  return holders;
}

test("no button of a box lies below a listener that may prevent scrolling", () => {
  const holders = holdersOfTheWheel();
  renderWithProviders(<Scene />);
  const button = screen.getByRole("button", { name: /^1 of 1: cat/ });
  expect(holders).toHaveLength(1);
  expect(holders[0]).not.toContainElement(button);
});

test("the wheel zooms where the photograph is, and the page does not scroll", () => {
  renderWithProviders(<Scene />);
  const scale = () => Number(screen.getByLabelText("Scale").textContent);
  const before = scale();
  const wentOn = fireEvent.wheel(screen.getByRole("img", { name: "Image cat.png" }), { deltaY: -100 });
  expect(wentOn).toBe(false);
  expect(scale()).toBeGreaterThan(before);
});
