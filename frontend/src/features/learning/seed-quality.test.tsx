import { notifications } from "@mantine/notifications";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { makeSeedQuality } from "@/testing/world-learning";

// A notice of the test before would stand on the page, too.
beforeEach(() => notifications.clean());

const PAGE = "/projects/1/learning/seeds";
const API = "/api/v1/projects/:id/seed-quality";
const rowOf = (table: HTMLElement, name: string) => within(table).getByText(name).closest("tr") as HTMLElement;

test("each figure stands with its interval by version; what is not known is said", async () => {
  renderApp(PAGE);
  const kept = await screen.findByRole("table", { name: "What became of seeds: Words kept" });
  expect(rowOf(kept, "street-vlm M0")).toHaveTextContent(/0\.412.*0\.388 to 0\.437.*180/);
  expect(rowOf(kept, "street-vlm M1")).toHaveTextContent(/0\.634.*One sample alone says nothing about others\./);
  const time = screen.getByRole("table", { name: "What became of seeds: Active time" });
  expect(rowOf(time, "street-vlm M1")).toHaveTextContent("Not defined for any image.");
  // A figure that nobody has is not drawn at all.
  expect(screen.queryByText("Boxes kept")).not.toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

test("the line of an interval says where it begins and ends", async () => {
  renderApp(PAGE);
  const kept = await screen.findByRole("table", { name: "What became of seeds: Words kept" });
  const [first, second] = ["street-vlm M0", "street-vlm M1"].map((name) => {
    const line = rowOf(kept, name).querySelector("svg")?.parentElement;
    return [...(line?.querySelectorAll("span") ?? [])].map(({ textContent }) => textContent);
  });
  expect(first).toEqual(["0.3", "0.7"]);
  // Bars are compared by eye: all of a figure stand on one axis.
  expect(second).toEqual(first);
});

test("images with a seed are compared with those without, with the difference", async () => {
  renderApp(PAGE);
  const table = await screen.findByRole("table", { name: "With and without seeds: Active time" });
  expect(rowOf(table, "Difference (with − without)")).toHaveTextContent(/-100.*-148 to -52.*52/);
});

test("before the first finished image the page says when figures come", async () => {
  const { server } = renderApp(PAGE);
  const none = { n: 0, figures: {} };
  server.on("GET", API, () =>
    makeSeedQuality({ versions: [], arms: { seeded: none, unseeded: none, difference: {} } }),
  );
  expect(await screen.findByText("No figures yet")).toBeInTheDocument();
  expect(screen.getByText(/the share without seeds is 0/)).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Download CSV" })).not.toBeInTheDocument();
});

test("the stage that is looked at is part of the address", async () => {
  const { history } = renderApp(PAGE);
  await userEvent.click(await screen.findByRole("radio", { name: "Objects" }));
  await expect.poll(() => history.location.search).toBe("?stage=objects");
});
