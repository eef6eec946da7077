import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { captionAssignment } from "@/kinds/fixtures-for-tests";
import { CaptionWorkbench } from "@/kinds/caption/caption-workbench";
import { renderWithProviders } from "@/testing/render";
import { keepOverImage, lensCorner, lensView } from "./lens-place";
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
const sheet = () => photo().parentElement as HTMLElement;
const photo = () => screen.getByRole("img", { name: "Image cat.png" });

test.each([2, 3, 6])("what lies under the middle of the lens is seen there %i times as large", (factor) => {
  const view = { scale: 0.5, x: 40, y: 10 };
  const at = { x: 200, y: 100 };
  const inner = lensView(view, at, 240, factor);
  expect(inner.scale).toBe(0.5 * factor);
  expect(toImage(inner, { x: 120, y: 120 })).toEqual(toImage(view, at));
});

const SCREEN = { width: 390, height: 420 };

test("at the edges of a small screen the whole lens stays in sight", () => {
  for (const isTouch of [false, true]) {
    for (let x = 0; x <= SCREEN.width; x += 13) {
      for (let y = 0; y <= SCREEN.height; y += 14) {
        const corner = lensCorner({ x, y }, 234, SCREEN, isTouch);
        expect(
          Math.min(corner.x, corner.y, SCREEN.width - 234 - corner.x, SCREEN.height - 234 - corner.y),
        ).toBeGreaterThanOrEqual(0);
      }
    }
  }
});

test("the lens stays over what is seen of the image", () => {
  const image = { width: 400, height: 300 };
  const fitted = { scale: 0.5, x: 95, y: 135 };
  expect(keepOverImage({ x: 0, y: 0 }, fitted, image, SCREEN)).toEqual({ x: 95, y: 135 });
  expect(keepOverImage({ x: 390, y: 420 }, fitted, image, SCREEN)).toEqual({ x: 295, y: 285 });
  const close = { scale: 4, x: -500, y: -500 };
  expect(keepOverImage({ x: -9, y: 900 }, close, image, SCREEN)).toEqual({ x: 0, y: 420 });
});

test("the lens stands above a finger, and where there is no room beside it", () => {
  expect(lensCorner({ x: 200, y: 400 }, 100, SCREEN, true)).toEqual({ x: 150, y: 260 });
  expect(lensCorner({ x: 50, y: 90 }, 100, SCREEN, true)).toEqual({ x: 90, y: 40 });
  expect(lensCorner({ x: 340, y: 90 }, 100, SCREEN, true)).toEqual({ x: 200, y: 40 });
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
  const before = lens()?.style.left;
  const move = new MouseEvent("pointermove", { bubbles: true, clientX: 0, clientY: 0 });
  act(() => void fireEvent(canvas, move));
  expect(before).not.toBe("0px");
  expect(lens()?.style.left).toBe("0px");
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
  expect(sheet().style.transform).toContain("rotate(90deg)");
  await user.keyboard("{Shift>}t{/Shift}");
  expect(sheet().style.transform).not.toContain("rotate");
});

test("full size is a link to a page of the image, which shows it as it is seen here", async () => {
  const user = open();
  const link = screen.getByRole("link", { name: "Open at full size in a new window" });
  expect(link).toHaveAttribute("href", "/images/1");
  expect(link).toHaveAttribute("target", "_blank");
  await user.keyboard("tb");
  expect(link).toHaveAttribute("href", "/images/1?look=120-100&turn=1");
});

test("the lens can be made stronger and weaker, and the strength is remembered", async () => {
  const user = open();
  await user.keyboard("l{PageUp}{PageUp}");
  expect(screen.getByRole("region", { name: /^Magnifier, 5 times/ })).toHaveFocus();
  await user.keyboard("{PageUp}{PageUp}{PageUp}");
  expect(screen.getByRole("region", { name: /^Magnifier, 6 times/ })).toBeInTheDocument();
  await user.keyboard("{PageDown}{PageDown}");
  expect(screen.getByRole("region", { name: /^Magnifier, 4 times/ })).toBeInTheDocument();
  expect(localStorage.getItem("annotate:lens-factor")).toBe("4");
});
