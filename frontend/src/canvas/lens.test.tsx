import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { captionAssignment } from "@/kinds/fixtures-for-tests";
import { CaptionWorkbench } from "@/kinds/caption/caption-workbench";
import { renderWithProviders } from "@/testing/render";
import { lensView, LENS_FACTOR } from "./lens";
import { ShortcutsProvider } from "./shortcuts";
import { toImage } from "./viewport";

function open() {
  renderWithProviders(
    <ShortcutsProvider>
      <CaptionWorkbench
        assignment={captionAssignment()}
        initial={{ text: "", canned: false, text_detected: null, quality_issues: [], quality_other: "" }}
        onChange={vi.fn()}
        problems={[]}
        findings={[]}
        attempt={0}
        isReadOnly={false}
        scratch={{ reason: null, canStart: false, start: vi.fn(), goBack: null }}
      />
    </ShortcutsProvider>,
  );
  return userEvent.setup();
}

const lens = () => screen.queryByRole("region", { name: /^Magnifier, 3 times/ });
const photo = () => screen.getByRole("img", { name: "Image cat.png" });

test("what lies under the middle of the lens is seen there three times as large", () => {
  const view = { scale: 0.5, x: 40, y: 10 };
  const at = { x: 200, y: 100 };
  const inner = lensView(view, at, 240);
  expect(inner.scale).toBe(0.5 * LENS_FACTOR);
  expect(toImage(inner, { x: 120, y: 120 })).toEqual(toImage(view, at));
});

test("a key or the button brings the lens, arrow keys move it, Escape puts it away", async () => {
  const user = open();
  await user.keyboard("l");
  expect(lens()).toHaveFocus();
  const before = lens()?.style.left;
  await user.keyboard("{ArrowRight}");
  expect(parseFloat(lens()?.style.left ?? "")).toBe(parseFloat(before ?? "") + 12);
  await user.keyboard("{Escape}");
  expect(lens()).toBeNull();
  await user.click(screen.getByRole("button", { name: "Magnifier" }));
  expect(lens()).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Magnifier" }));
  expect(lens()).toBeNull();
});

test("the lens follows the pointer", async () => {
  const user = open();
  await user.keyboard("l");
  const canvas = screen.getByRole("group", { name: "Image to caption" });
  const move = new MouseEvent("pointermove", { bubbles: true, clientX: 0, clientY: 0 });
  act(() => void fireEvent(canvas, move));
  expect(parseFloat(lens()?.style.left ?? "1")).toBeLessThan(0);
});

test("letters typed into the caption are text, not the lens", async () => {
  const user = open();
  await user.type(screen.getByLabelText("Caption"), "tall fir");
  expect(lens()).toBeNull();
  expect(screen.getByLabelText("Caption")).toHaveValue("tall fir");
});

test("the image turns by quarters, and only on screen", async () => {
  const user = open();
  await user.keyboard("t");
  expect(photo().style.transform).toContain("rotate(90deg)");
  await user.keyboard("{Shift>}t{/Shift}");
  expect(photo().style.transform).not.toContain("rotate");
});

test("full size is a link to the whole image in a window of its own", () => {
  open();
  const link = screen.getByRole("link", { name: "Open at full size in a new window" });
  expect(link).toHaveAttribute("href", "/f.png");
  expect(link).toHaveAttribute("target", "_blank");
});
