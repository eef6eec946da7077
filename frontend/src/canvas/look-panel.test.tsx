import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { CanvasToolbar } from "./canvas-toolbar";
import { ImageCanvas } from "./image-canvas";
import { ShortcutsProvider, useShortcuts } from "./shortcuts";
import { useViewport } from "./use-viewport";
import { viewCommands } from "./view-commands";

const NIGHT = {
  id: 5,
  name: "night.jpg",
  width: 400,
  height: 300,
  urls: { view: "/view.jpg", full: "/full.jpg" },
};

function Viewer({ source }: { source: typeof NIGHT }) {
  const viewport = useViewport(source);
  useShortcuts("view", viewCommands({ viewport }));
  return (
    <>
      <CanvasToolbar viewport={viewport} />
      <ImageCanvas
        source={source}
        shapes={[]}
        viewport={viewport}
        selection={[]}
        hovered={null}
        isHidden={false}
        label="Photograph"
        onSelect={() => undefined}
        onHover={() => undefined}
        onActivate={() => undefined}
      />
    </>
  );
}

function open(source = NIGHT) {
  const view = renderWithProviders(
    <ShortcutsProvider>
      <Viewer source={source} />
    </ShortcutsProvider>,
  );
  return { ...view, user: userEvent.setup() };
}

const filter = () => (screen.getByRole("img").parentElement?.parentElement as HTMLElement).style.filter;
const button = (name: string) => screen.getByRole("button", { name });
const panel = () => screen.getByRole("dialog", { name: "Brightness and contrast" });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test("keys make the image brighter and darker, and say by how much", async () => {
  const { user } = open();
  expect(filter()).toBe("");
  await user.keyboard("bb");
  expect(filter()).toBe("brightness(1.4)");
  expect(screen.getByText("Brightness 140%")).toBeInTheDocument();
  await user.keyboard("{Shift>}b{/Shift}k");
  expect(filter()).toBe("brightness(1.2) contrast(1.2)");
  expect(screen.getByText("Contrast 120%")).toBeInTheDocument();
});

test("one key shows the image as it is again", async () => {
  const { user } = open();
  await user.keyboard("bk{Shift>}ig{/Shift}");
  expect(filter()).toBe("grayscale(1) brightness(1.2) contrast(1.2) invert(1)");
  expect(button("Brightness and contrast, changed")).toBeInTheDocument();
  await user.keyboard("o");
  expect(filter()).toBe("");
  expect(screen.getByText("The image is shown as it is")).toBeInTheDocument();
  expect(button("Brightness and contrast")).toBeInTheDocument();
});

test("a key opens the sliders, and Escape gives the focus back", async () => {
  const { user } = open();
  button("Fit the image").focus();
  await user.keyboard("i");
  const slider = await screen.findByRole("slider", { name: "Brightness" });
  await waitFor(() => expect(slider).toHaveFocus());
  fireEvent.change(slider, { target: { value: "170" } });
  expect(filter()).toBe("brightness(1.7)");
  expect(slider).toHaveAttribute("aria-valuetext", "170%");
  await user.click(within(panel()).getByRole("switch", { name: "Without colours" }));
  expect(filter()).toBe("grayscale(1) brightness(1.7)");
  expect(await accessibilityProblems()).toEqual([]);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(button("Fit the image")).toHaveFocus();
});

test("the lens shows the image as bright as the image is shown", async () => {
  const { user } = open();
  await user.keyboard("bl");
  const lens = screen.getByRole("region", { name: /^Magnifier/ });
  expect((lens.firstElementChild as HTMLElement).style.filter).toBe("brightness(1.2)");
});

test("how an image is shown outlasts leaving its task, and other images are shown as they are", async () => {
  const { user, unmount } = open();
  await user.keyboard("bb");
  unmount();
  const other = open({ ...NIGHT, urls: { view: "/day.jpg", full: "/day-full.jpg" } });
  expect(filter()).toBe("");
  other.unmount();
  open();
  expect(filter()).toBe("brightness(1.4)");
});

test("nonsense in the memory of the browser does no harm", () => {
  sessionStorage.setItem("annotate:looks", '[["/view.jpg", 7], {"a": 1}, ["/view.jpg", "<b>"]]');
  localStorage.setItem("annotate:lens-factor", "many");
  open();
  expect(filter()).toBe("");
});
