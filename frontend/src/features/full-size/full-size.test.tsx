import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";

const IMAGE = {
  id: 5,
  name: "harbour.jpg",
  width: 8660,
  height: 5773,
  urls: { thumb: "/t.jpg", view: "/view.jpg", full: "/full.jpg", tiles: "/api/v1/images/5/tiles" },
};

function open(address = "/images/5") {
  const app = renderApp(address);
  app.server.on("GET", "/api/v1/images/:id", () => IMAGE);
  app.server.on("GET", "/api/v1/images/:id/tiles", () => ({ size: 1024, levels: [{ width: 8660, height: 5773 }] }));
  return { ...app, user: userEvent.setup() };
}

const image = () => screen.findByRole("img", { name: "Image harbour.jpg" });
const plane = async () => (await image()).parentElement as HTMLElement;

beforeEach(() => sessionStorage.clear());

test("the image has the window to itself, with its name, its size and its tools", async () => {
  open();
  expect(await screen.findByRole("heading", { name: "harbour.jpg" })).toBeInTheDocument();
  expect(screen.getByText("8,660 × 5,773 pixels")).toBeInTheDocument();
  expect(screen.getByRole("toolbar", { name: "Image tools" })).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: /full size/ })).toBeNull();
  expect(await accessibilityProblems()).toEqual([]);
});

test("it is shown as bright, and turned as far, as where it was opened", async () => {
  open("/images/5?look=160-100-g&turn=3");
  const shown = await plane();
  expect(shown.style.transform).toContain("rotate(270deg)");
  expect(shown.parentElement?.style.filter).toBe("grayscale(1) brightness(1.6)");
});

test.each(["look=<script>&turn=x", "turn=99999999999", "look=1&turn=-3"])(
  "with %s in its address it is still shown",
  async (query) => {
    open(`/images/5?${query}`);
    expect((await plane()).parentElement?.style.filter).toBe("");
  },
);

test("the keys of every canvas work here", async () => {
  const { user } = open();
  const shown = await plane();
  await user.keyboard("1");
  expect(shown.style.transform).toContain("scale(1)");
  await user.keyboard("bl");
  expect(shown.parentElement?.style.filter).toBe("brightness(1.2)");
  expect(screen.getByRole("region", { name: /^Magnifier/ })).toHaveFocus();
});

test("a key shows what the keys do here", async () => {
  const { user } = open();
  await image();
  await user.keyboard("?");
  const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(await within(list).findByText("Show the image brighter")).toBeInTheDocument();
  expect(within(list).queryByText(/full size/)).toBeNull();
});

test("an image of somebody else's project is not there", async () => {
  const { server } = open();
  server.on("GET", "/api/v1/images/:id", () => {
    throw new FakeError(404, "not_found", "There is nothing here for you.");
  });
  expect(await screen.findByText("There is nothing here for you.")).toBeInTheDocument();
});
