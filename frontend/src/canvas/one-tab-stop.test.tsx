import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { EditTools } from "@/kinds/boxes/edit-tools";
import { renderWithProviders } from "@/testing/render";
import { CanvasToolbar } from "./canvas-toolbar";
import { ImageCanvas } from "./image-canvas";
import { ShortcutsProvider } from "./shortcuts";
import { useViewport } from "./use-viewport";
import { useHiding } from "./view-commands";

const SOURCE = { id: 1, width: 400, height: 300, name: "cat.png", urls: { view: "/view", full: "/full" } };
const SHAPES = ["cat", "dog", "hat"].map((id, at) => ({
  id,
  name: id,
  box: { x: 40 * at, y: 20, width: 30, height: 40 },
}));
const nothing = () => undefined;

function Bench({ selection }: { selection: readonly string[] }) {
  const viewport = useViewport(SOURCE);
  const hiding = useHiding();
  return (
    <ShortcutsProvider>
      <button type="button">Before</button>
      <CanvasToolbar viewport={viewport} hiding={hiding}>
        <EditTools canUndo={false} canRedo={false} tool="draw" setTool={nothing} undo={nothing} redo={nothing} />
      </CanvasToolbar>
      <ImageCanvas
        source={SOURCE}
        shapes={SHAPES}
        viewport={viewport}
        selection={selection}
        hovered={null}
        isHidden={false}
        label="Image with boxes"
        onSelect={vi.fn()}
        onHover={vi.fn()}
        onActivate={vi.fn()}
      />
      <button type="button">After</button>
    </ShortcutsProvider>
  );
}

test("the tools are one stop of Tab, and arrow keys go among them", async () => {
  renderWithProviders(<Bench selection={[]} />);
  const bar = within(screen.getByRole("toolbar", { name: "Image tools" }));
  screen.getByRole("button", { name: "Before" }).focus();
  await userEvent.tab();
  expect(bar.getByRole("button", { name: /^Select/ })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(bar.getByRole("button", { name: "Undo" })).toHaveFocus();
  await userEvent.keyboard("{End}{ArrowRight}{ArrowLeft}");
  expect(bar.getByRole("link", { name: /full size/ })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole("button", { name: /^1 of 3: cat/ })).toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(bar.getByRole("link", { name: /full size/ })).toHaveFocus();
});

test("the boxes are one stop of Tab, and arrow keys go among them", async () => {
  renderWithProviders(<Bench selection={[]} />);
  const box = (name: RegExp) => screen.getByRole("button", { name });
  box(/^1 of 3/).focus();
  await userEvent.keyboard("{ArrowRight}{ArrowDown}{ArrowDown}{ArrowLeft}");
  expect(box(/^2 of 3/)).toHaveFocus();
  expect([/^1 of 3/, /^2 of 3/, /^3 of 3/].filter((name) => box(name).tabIndex === 0)).toHaveLength(1);
  await userEvent.tab();
  expect(box(/^After/)).toHaveFocus();
});

test("arrow keys are left to the selected box, which they move", () => {
  renderWithProviders(<Bench selection={["cat"]} />);
  const cat = screen.getByRole("button", { name: /^1 of 3/ });
  cat.focus();
  expect(fireEvent.keyDown(cat, { key: "ArrowRight" })).toBe(true);
  expect(cat).toHaveFocus();
});
