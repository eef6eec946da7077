import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { FakeError, FakeServer } from "@/testing/fake-server";
import { renderWithProviders } from "@/testing/render";
import { Photo } from "./photo";
import type { PhotoSource } from "./sheet";

const LARGE: PhotoSource = {
  id: 5,
  name: "large.jpg",
  width: 8660,
  height: 5773,
  urls: { view: "/view.jpg", full: "/full.jpg", tiles: "/api/v1/images/5/tiles" },
};
const SCREEN = { width: 900, height: 600 };
const PYRAMID = { size: 1024, levels: [{ width: 8660, height: 5773 }] };
const CLOSE = { scale: 1, x: -4000, y: -2500 };
const FAR = { scale: 0.1, x: 0, y: 0 };

function photo(scale: typeof CLOSE, source = LARGE) {
  return <Photo source={source} view={scale} turn={0} screen={SCREEN} filter={undefined} />;
}

/** What a browser does once the bytes are there. */
function arrives(image: HTMLElement, width: number) {
  Object.defineProperty(image, "naturalWidth", { value: width, configurable: true });
  fireEvent.load(image);
}

const whole = () => screen.getByRole("img", { name: "Image large.jpg" });
const tiles = () => [...document.querySelectorAll<HTMLImageElement>("[data-tile]")];

function served() {
  const asked: string[] = [];
  const server = new FakeServer();
  server.on("GET", "/api/v1/images/:id/tiles", ({ path }) => {
    asked.push(path);
    return PYRAMID;
  });
  return { server, asked };
}

test("close by, the original resolution lies over the copy, only where somebody looks", async () => {
  const { server } = served();
  renderWithProviders(photo(CLOSE), server);
  arrives(whole(), 2048);
  expect(whole()).toHaveAttribute("src", "/full.jpg");
  expect(tiles()).toEqual([]);
  arrives(whole(), 4096);
  await waitFor(() => expect(tiles().length).toBeGreaterThan(0));
  expect(tiles().length).toBeLessThanOrEqual(6);
  const middle = tiles().find(({ src }) => src.endsWith("/api/v1/images/5/tiles/0/4/2"));
  expect(middle?.style).toMatchObject({ left: "4096px", top: "2048px", width: "1024px", height: "1024px" });
});

test("from far away the server only makes them ready", async () => {
  const { server, asked } = served();
  renderWithProviders(photo(FAR), server);
  expect(asked).toEqual([]);
  arrives(whole(), 2048);
  await waitFor(() => expect(asked).toEqual(["/api/v1/images/5/tiles"]));
  expect(whole()).toHaveAttribute("src", "/view.jpg");
  expect(tiles()).toEqual([]);
});

test("an image that its copy shows wholly asks for nothing", () => {
  const { server, asked } = served();
  renderWithProviders(photo(CLOSE, { ...LARGE, urls: { view: "/view.jpg", full: "/full.jpg" } }), server);
  arrives(whole(), 2048);
  arrives(whole(), 4096);
  expect(asked).toEqual([]);
  expect(tiles()).toEqual([]);
});

test("while the server is busy with other images, it is asked again", async () => {
  const server = new FakeServer();
  let asked = 0;
  server.on("GET", "/api/v1/images/:id/tiles", () => {
    asked += 1;
    if (asked < 3) throw new FakeError(429, "busy", "Others wait already.", { retry: true });
    return PYRAMID;
  });
  renderWithProviders(photo(CLOSE), server);
  arrives(whole(), 2048);
  arrives(whole(), 4096);
  await waitFor(() => expect(tiles().length).toBeGreaterThan(0));
  expect(asked).toBe(3);
});

test("a tile that does not come leaves the copy in sight", async () => {
  const { server } = served();
  renderWithProviders(photo(CLOSE), server);
  arrives(whole(), 2048);
  arrives(whole(), 4096);
  await waitFor(() => expect(tiles().length).toBeGreaterThan(0));
  const before = tiles().length;
  fireEvent.error(tiles()[0] as HTMLElement);
  expect(tiles()).toHaveLength(before - 1);
  expect(whole()).toBeInTheDocument();
});

test("single pixels have sharp edges", () => {
  const { server } = served();
  const { unmount } = renderWithProviders(photo({ ...CLOSE, scale: 8 }), server);
  expect(whole().parentElement).toHaveAttribute("data-pixels");
  unmount();
  renderWithProviders(photo(CLOSE), server);
  expect(whole().parentElement).not.toHaveAttribute("data-pixels");
});
