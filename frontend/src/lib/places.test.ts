import { describe, expect, it } from "vitest";
import { createAppRouter } from "@/app/router";
import { pageAt, places, placesFor, shownPages, type ProjectPage } from "./places";

const pages = places.flatMap((place): readonly ProjectPage[] => place.pages);

it("has at most seven places", () => expect(places.length).toBeLessThanOrEqual(7));

it("names each page once", () => {
  const keys = pages.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

describe("the page of an address", () => {
  it.each([
    ["/projects/7", "overview"],
    ["/projects/7/", "overview"],
    ["/projects/7/stages/description", "overview"],
    ["/projects/7/annotators/5", "annotators"],
    ["/projects/7/review/55", "answers"],
    ["/projects/7/review/skips", "skips"],
    ["/projects/7/quality", "checks"],
    ["/projects/7/quality/batches/3", "batches"],
    ["/projects/7/learning/seeds", "seed_quality"],
    ["/projects/7/studies/harms/mentions/4", "harms"],
    ["/projects/7/studies/12/cases/3", "studies"],
    ["/projects/7/settings/webhooks/2", "webhooks"],
  ])("%s is %s", (path, key) => expect(pageAt(path, "7")?.key).toBe(key));

  it("is none where nothing covers it", () => expect(pageAt("/projects/7/nowhere", "7")).toBeUndefined());
});

it("knows where every page of a project belongs", () => {
  // Where the annotators were before they had one page: it leads on.
  const moved = "/projects/$projectId/quality/annotators";
  const routes = Object.keys(createAppRouter().routesByPath).filter(
    (path) => path.startsWith("/projects/$projectId") && path !== moved,
  );
  expect(routes.length).toBeGreaterThan(50);
  expect(routes.filter((path) => !pageAt(path, "$projectId"))).toEqual([]);
});

it("gives annotators the guidelines and nothing else", () =>
  expect(placesFor("annotator").flatMap((place) => place.pages.map(({ key }) => key))).toEqual(["guidelines"]));

describe("a page that not every project needs", () => {
  const people = placesFor("lead").find(({ key }) => key === "people")?.pages ?? [];
  const keys = (found: readonly ProjectPage[]) => found.map(({ key }) => key);

  it("waits under More", () => {
    const { shown, more } = shownPages(people, []);
    expect(keys(shown)).toEqual(["members", "annotators"]);
    expect(keys(more)).toEqual(["qualification", "crowd", "payments"]);
  });

  it("is shown once something is on it", () =>
    expect(keys(shownPages(people, ["crowd"]).shown)).toEqual(["members", "annotators", "crowd"]));

  it("is shown while it is open", () =>
    expect(keys(shownPages(people, [], "payments").shown)).toEqual(["members", "annotators", "payments"]));
});
