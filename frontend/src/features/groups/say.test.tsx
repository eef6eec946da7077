import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { GroupAsked } from "@/api/groups";
import { FakeError, type FakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

const PAGE = "/groups/1";
const address = (path: string) => `/api/v1/projects/:id/groups/${path}`;
const urls = { thumb: "/t", view: "/v", full: "/f" };
const asked: GroupAsked = {
  project: { id: 1, name: "Village streets" },
  name: "Skin tone",
  values: ["Lighter", "Darker"],
  guideline: "Say what you **see**.",
  guideline_version: 2,
  has_read: true,
  question: { id: 7, image: { width: 400, height: 300, urls }, box: { x: 1, y: 2, width: 30, height: 40 } },
  answered: 3,
  left: 9,
};

function install(server: FakeServer, ...rest: GroupAsked[]): void {
  const turns = [...rest];
  server
    .on("POST", address("next"), () => (turns.length > 1 ? turns.shift() : turns[0]))
    .on("POST", address("guideline"), () => undefined)
    .on("POST", "/api/v1/group-questions/:id/answer", () => undefined)
    .on("POST", "/api/v1/group-questions/:id/skip", () => undefined);
}

test("the guideline comes first, and no image before it was read", async () => {
  const { server } = renderApp(PAGE);
  install(server, { ...asked, has_read: false, question: null }, asked);
  await userEvent.click(await screen.findByRole("button", { name: "I have read this" }));
  expect(server.sent("POST", "/api/v1/projects/1/groups/guideline").at(-1)?.body).toEqual({ version: 2 });
  expect(await screen.findByRole("img", { name: "The image you are asked about" })).toBeInTheDocument();
  expect(screen.getByRole("radio", { name: "Lighter" })).toHaveFocus();
});

test("a number chooses and Enter keeps, with no value chosen for the next image", async () => {
  const { server } = renderApp(PAGE);
  install(server, asked, { ...asked, answered: 4, left: 8, question: { ...asked.question!, id: 8 } });
  await screen.findByRole("radiogroup", { name: /Skin tone of the person in the box/ });
  expect(screen.getByRole("button", { name: "Keep and go on" })).toBeDisabled();
  await userEvent.keyboard("2{Enter}");
  expect(server.sent("POST", "/api/v1/group-questions/7/answer").at(-1)?.body).toEqual({ value: "Darker" });
  expect(await screen.findByText(/Answered by you: 4/)).toBeInTheDocument();
  expect(screen.getByRole("radio", { name: "Darker" })).not.toBeChecked();
});

test("that one cannot tell is an answer, and an image can be passed on", async () => {
  const { server } = renderApp(PAGE);
  install(server, { ...asked, question: { ...asked.question!, box: null } });
  await screen.findByRole("radiogroup", { name: /Skin tone of the largest person/ });
  await userEvent.keyboard("0");
  await userEvent.click(screen.getByRole("button", { name: "Keep and go on" }));
  expect(server.sent("POST", "/api/v1/group-questions/7/answer").at(-1)?.body).toEqual({ value: null });
  await userEvent.click(screen.getByRole("button", { name: "Skip" }));
  expect(server.sent("POST", "/api/v1/group-questions/7/skip")).toHaveLength(1);
});

test("who was too late is told so and goes on with the next image", async () => {
  const { server } = renderApp(PAGE);
  install(server, asked);
  server.on("POST", "/api/v1/group-questions/:id/answer", () => {
    throw new FakeError(409, "groups_question_over", "You are no longer asked about this image.");
  });
  await userEvent.click(await screen.findByRole("radio", { name: "Lighter" }));
  await userEvent.click(screen.getByRole("button", { name: "Keep and go on" }));
  expect(await screen.findByText("You are no longer asked about this image.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/groups/next").length).toBeGreaterThan(1);
});

test("my work leads there where a project asks", async () => {
  const { server } = renderApp("/");
  server.on("GET", "/api/v1/group-questions", () => [{ project: asked.project, name: "Skin tone" }]);
  const link = await screen.findByRole("link", { name: "Answer: Skin tone" });
  expect(link).toHaveAttribute("href", PAGE);
});
