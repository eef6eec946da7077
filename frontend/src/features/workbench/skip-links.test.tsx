import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Assignment } from "@/api/types";
import { descriptionAssignment, objectsAssignment, seedObject } from "@/kinds/fixtures-for-tests";
import { fetchEditors } from "@/testing/editors";
import { FakeServer } from "@/testing/fake-server";
import { renderWithProviders } from "@/testing/render";
import { AssignmentView } from "./route";

beforeAll(() => fetchEditors("objects.v1", "description.v1"));
beforeEach(() => localStorage.clear());

const CUP = seedObject("cup", "cup", 20, 20);
const nothing = () => undefined;

function open(assignment: Assignment): void {
  renderWithProviders(
    <AssignmentView assignment={assignment} onNext={nothing} onHit={nothing} onLeave={nothing} />,
    new FakeServer(),
  );
}

test("the first key of a task of objects leads to their list, past tools and image", async () => {
  open(objectsAssignment([CUP]));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole("link", { name: "Skip to the list of objects" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const list = screen.getByRole("list", { name: /^Objects/ });
  expect(list).toHaveFocus();
  await userEvent.tab();
  expect(list).toContainElement(document.activeElement as HTMLElement);
  expect(list).not.toHaveAttribute("tabindex");
});

test("the first keys of a description lead to the text and to the objects", async () => {
  open(descriptionAssignment("A cat.", [CUP]));
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByLabelText("Description of the image")).toHaveFocus();
  screen.getByRole("link", { name: "Skip to the list of objects" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("tabpanel")).toHaveFocus();
});
