import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { ObjectsAnswer } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { renderWithProviders } from "@/testing/render";
import { objectsAssignment, seedObject } from "../fixtures-for-tests";
import { ObjectsWorkbench } from "./objects-workbench";

const OBJECTS = [seedObject("cat", "cat", 20, 20, 100), seedObject("bowl", "bowl", 200, 200)];

/** Opens both objects, and of these the second one in the list. */
async function openBowl(firstKeys = "") {
  const onChange = vi.fn<(answer: ObjectsAnswer) => void>();
  renderWithProviders(
    <ShortcutsProvider>
      <ObjectsWorkbench
        assignment={objectsAssignment(OBJECTS)}
        initial={{ objects: OBJECTS }}
        onChange={onChange}
        problems={[]}
        findings={[]}
        attempt={0}
        isReadOnly={false}
        scratch={{ reason: null, canStart: false, start: () => undefined, goBack: null }}
      />
    </ShortcutsProvider>,
  );
  const user = userEvent.setup();
  if (firstKeys) await user.keyboard(firstKeys);
  const rows = within(screen.getByRole("list", { name: /most salient/ })).getAllByRole("listitem");
  await user.click(within(rows[1]!).getByRole("button", { name: /^bowl/ }));
  return { user, left: () => onChange.mock.lastCall?.[0].objects[1]?.box.x };
}

const boxOfBowl = () => screen.getByRole("button", { name: /^2 of 2: bowl/ });

it.each(["Label of object 2", "Description of object 2", "X, pixels from the left"])(
  "leaves %s with Escape for the box, where the keys of the image work on",
  async (name) => {
    const { user, left } = await openBowl();
    await user.click(screen.getByLabelText(name));
    await user.keyboard("{Escape}");
    expect(boxOfBowl()).toHaveFocus();
    await user.keyboard("{ArrowRight}");
    expect(left()).toBe(201);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByLabelText("Label of object 2")).toHaveFocus());
  },
);

it("closes an open list of labels first, and leaves the field with the next Escape", async () => {
  const { user } = await openBowl();
  const label = screen.getByLabelText("Label of object 2");
  await user.clear(label);
  await user.type(label, "c");
  await user.keyboard("{Escape}");
  expect(label).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(screen.getByRole("button", { name: /^2 of 2: c/ })).toHaveFocus();
});

it("leaves for the image while the box is hidden, and its keys work on", async () => {
  const { user, left } = await openBowl("h");
  await user.click(screen.getByLabelText("Description of object 2"));
  await user.keyboard("{Escape}");
  expect(screen.getByRole("group", { name: "Image with boxes" })).toHaveFocus();
  await user.keyboard("{ArrowRight}h");
  expect(left()).toBe(201);
  expect(boxOfBowl()).toBeInTheDocument();
});

it("leaves Ctrl+Enter on a box to whoever submits", async () => {
  const { user } = await openBowl();
  await user.click(screen.getByLabelText("Description of object 2"));
  await user.keyboard("{Escape}{Control>}{Enter}{/Control}");
  expect(boxOfBowl()).toHaveFocus();
  expect(screen.getByLabelText("Label of object 2")).not.toHaveFocus();
});
