import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Assignment, DescriptionAnswer } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { descriptionAssignment, seedObject } from "../fixtures-for-tests";
import type { Scratch } from "../kind";
import { DescriptionWorkbench } from "./description-workbench";

const cat = seedObject("cat", "cat", 20, 20, 100);
const bowl = seedObject("bowl", "bowl", 200, 200);

function open(assignment: Assignment, scratch: Partial<Scratch> = {}) {
  const onChange = vi.fn<(answer: DescriptionAnswer) => void>();
  const view = renderWithProviders(
    <ShortcutsProvider>
      <DescriptionWorkbench
        assignment={assignment}
        initial={assignment.start as DescriptionAnswer}
        onChange={onChange}
        problems={[]}
        findings={[]}
        attempt={0}
        isReadOnly={false}
        scratch={{ reason: null, canStart: true, start: () => undefined, goBack: null, ...scratch }}
      />
    </ShortcutsProvider>,
  );
  return { ...view, onChange, user: userEvent.setup() };
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Description of the image");
const boxClass = (container: HTMLElement, id: string) =>
  container.querySelector(`[data-box-id="${id}"]`)?.getAttribute("class");

describe("the earlier texts", () => {
  it("are named without telling who or what wrote them", async () => {
    const { user, container } = open(descriptionAssignment("A cat.", [cat]));
    const names = screen.getAllByRole("tab").map((tab) => tab.textContent);
    expect(names).toEqual(["Objects (1)", "Starting text", "Another earlier text"]);
    await user.click(screen.getByRole("tab", { name: "Another earlier text" }));
    expect(screen.getByText("A grey cat sleeps.")).toBeInTheDocument();
    expect(container.textContent).not.toMatch(/model|machine|human|person|seed|round/i);
  });

  it("can be compared with what one writes", async () => {
    const { user } = open(descriptionAssignment("A cat.", [cat]));
    await user.click(screen.getByRole("tab", { name: "Another earlier text" }));
    await user.click(screen.getByLabelText("Compare with my text"));
    expect(screen.getByText(/words? added/)).toBeInTheDocument();
  });
});

it("covers the image with numbers only, and names what is pointed at or selected", async () => {
  const { container } = open(descriptionAssignment("A cat.", [cat, bowl]));
  const labels = () => [...container.querySelectorAll("svg text")].map((label) => label.textContent);
  expect(labels()).toEqual(["1", "2"]);
  act(() => screen.getByRole("button", { name: /2 of 2: bowl/ }).focus());
  expect(labels()).toEqual(["1", "2", "2  bowl"]);
});

describe("writing", () => {
  it("counts words and tokens while one types, and shows the changes since the start", async () => {
    const { user, onChange } = open(descriptionAssignment("A cat.", [cat]));
    await user.type(field(), " It's asleep.");
    expect(onChange).toHaveBeenLastCalledWith({ text: "A cat. It's asleep." });
    expect(await screen.findByText(/^4 words · 7 tokens · started with 2 words$/)).toBeInTheDocument();
    await user.click(screen.getByText("Changes"));
    expect(screen.getByText(/2 words added/)).toBeInTheDocument();
  });

  it("inserts the description of an object at the cursor", async () => {
    const { user, onChange } = open(descriptionAssignment("First. Last.", [cat]));
    field().setSelectionRange(6, 6);
    await user.click(screen.getByRole("button", { name: /Insert the description of object 1/ }));
    expect(onChange).toHaveBeenLastCalledWith({ text: "First. About the cat. Last." });
  });

  it("has the spell check of the browser on and offers no changes where nothing was inherited", () => {
    open(descriptionAssignment("", [], { start_key: null, texts: [] }));
    expect(field()).toHaveAttribute("spellcheck", "true");
    expect(screen.queryByText("Changes")).not.toBeInTheDocument();
  });

  it("says why it was started from scratch and leads back", async () => {
    const goBack = vi.fn();
    const { user } = open(descriptionAssignment("A cat.", []), { reason: "It is too vague", goBack });
    expect(screen.getByText(/You started from scratch: It is too vague/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Back to the earlier text" }));
    expect(goBack).toHaveBeenCalledOnce();
  });
});

describe("the objects of the earlier stage", () => {
  it("light up from the list and from the image, by pointer and by keyboard", async () => {
    const { user, container } = open(descriptionAssignment("A cat.", [cat, bowl]));
    const rows = within(screen.getByRole("list", { name: "Objects of this image" })).getAllByRole("listitem");
    await user.hover(rows[1]!);
    expect(boxClass(container, "bowl")).toContain("hovered");
    act(() => screen.getByRole("button", { name: /1 of 2: cat/ }).focus());
    expect(await within(rows[0]!).findByText("About the cat.")).toBeInTheDocument();
    expect(rows[0]).toHaveAttribute("data-lit");
    expect(screen.getAllByText("About the cat.")).toHaveLength(2);
  });

  it("can be walked through with the bracket keys and hidden with H", async () => {
    const { user, container } = open(descriptionAssignment("A cat.", [cat, bowl]));
    await user.keyboard("[BracketRight][BracketRight]");
    expect(boxClass(container, "bowl")).toContain("selected");
    await user.keyboard("h");
    await waitFor(() => { expect(container.querySelector("[data-box-id]")).toBeNull(); });
    expect(screen.queryByText("About the bowl.", { selector: "p" })).not.toBeInTheDocument();
  });
});

it("has no serious accessibility finding in either view", async () => {
  const { user, container } = open(descriptionAssignment("A cat.", [cat, bowl]));
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByText("Changes"));
  await user.click(screen.getByRole("tab", { name: "Starting text" }));
  expect(await accessibilityProblems(container)).toEqual([]);
});
