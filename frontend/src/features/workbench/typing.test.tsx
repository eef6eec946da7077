import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Profiler } from "react";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { Assignment } from "@/api/types";
import { descriptionAssignment, objectsAssignment, seedObject } from "@/kinds/fixtures-for-tests";
import { localCopies } from "@/lib/safe-work";
import { fetchEditors } from "@/testing/editors";
import { FakeServer } from "@/testing/fake-server";
import { renderWithProviders } from "@/testing/render";
import { AssignmentView } from "./route";

beforeAll(() => fetchEditors("objects.v1", "description.v1"));
beforeEach(() => localStorage.clear());

function open(assignment: Assignment) {
  let drawn = 0;
  const nothing = () => undefined;
  renderWithProviders(
    <Profiler id="page" onRender={() => (drawn += 1)}>
      <AssignmentView assignment={assignment} onNext={nothing} onHit={nothing} onLeave={nothing} />
    </Profiler>,
    new FakeServer(),
  );
  return { drawn: () => drawn };
}

/** All in one moment, as nothing comes to rest within it. Says how often the page was drawn. */
function drawnBy(letters: string, field: HTMLElement, drawn: () => number): number {
  const before = drawn();
  for (const letter of letters) {
    fireEvent.input(field, { target: { value: (field as HTMLTextAreaElement).value + letter } });
  }
  return drawn() - before;
}

const kept = (assignment: Assignment) => localCopies().read(String(assignment.id))?.work;

it("draws nothing for a letter of a description, and has each of them on the device", () => {
  const assignment = descriptionAssignment("A cat.", [seedObject("cat", "cat", 20, 20)]);
  const { drawn } = open(assignment);
  const field = screen.getByLabelText("Description of the image");
  // With the first one the page says that there is something to save.
  drawnBy(" ", field, drawn);
  expect(drawnBy("It sleeps.", field, drawn)).toBe(0);
  expect(field).toHaveValue("A cat. It sleeps.");
  expect(kept(assignment)).toMatchObject({ answer: { text: "A cat. It sleeps." } });
});

it("draws nothing for a letter about an object, and has each of them on the device", async () => {
  const objects = Array.from({ length: 6 }, (_, at) => seedObject(`o${String(at)}`, "cup", at * 30, 20));
  const assignment = objectsAssignment(objects);
  const { drawn } = open(assignment);
  await userEvent.click(screen.getAllByRole("button", { name: /^cup/ })[0]!);
  const field = screen.getByLabelText("Description of object 1");
  drawnBy(".", field, drawn);
  expect(drawnBy(" It is red.", field, drawn)).toBe(0);
  expect(kept(assignment)).toHaveProperty("answer.objects.0.description", "About the cup.. It is red.");
});
