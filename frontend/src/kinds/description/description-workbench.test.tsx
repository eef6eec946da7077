import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { DescriptionAnswer } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { descriptionAssignment, seedObject } from "../fixtures-for-tests";
import type { PlacedFinding, Scratch } from "../kind";
import { DescriptionWorkbench } from "./description-workbench";

const cat = seedObject("cat", "cat", 20, 20, 100);
const bowl = seedObject("bowl", "bowl", 200, 200);

function open(
  assignment: ReturnType<typeof descriptionAssignment>,
  scratch: Partial<Scratch> = {},
  findings: PlacedFinding[] = [],
) {
  const onChange = vi.fn<(answer: DescriptionAnswer) => void>();
  const view = renderWithProviders(
    <ShortcutsProvider>
      <DescriptionWorkbench
        assignment={assignment}
        initial={assignment.start as DescriptionAnswer}
        onChange={onChange}
        problems={[]}
        findings={findings}
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

describe("writing", () => {
  it("counts words and tokens while one types, and shows the changes since the start", async () => {
    const { user, onChange } = open(descriptionAssignment("A cat.", [cat]));
    await user.type(field(), " It's asleep.");
    expect(onChange).toHaveBeenLastCalledWith({ text: "A cat. It's asleep." });
    expect(await screen.findByText(/^4 words · 7 tokens · started with 2 words$/)).toBeInTheDocument();
    await user.click(screen.getByText("Changes"));
    expect(await screen.findByText(/2 words added/)).toBeInTheDocument();
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

describe("the changes", () =>
  it("follow what one types, against any earlier text, in one text or side by side", async () => {
    const { user } = open(descriptionAssignment("A cat.", [cat]));
    await user.keyboard("{Alt>}c{/Alt}");
    const changes = () => screen.getByRole("region", { name: "Changes" });
    await user.type(field(), " Asleep.");
    expect(await within(changes()).findByText("1 word added · 0 words removed")).toBeInTheDocument();
    await user.keyboard("{Alt>}o{/Alt}");
    expect(within(changes()).getByText("1 word added · 2 words removed", { exact: false })).toBeInTheDocument();
    await user.keyboard("{Alt>}v{/Alt}");
    expect(within(changes()).getByRole("region", { name: "Another earlier text" })).toHaveTextContent("grey");
    expect(within(changes()).getByRole("region", { name: "My text" })).toHaveTextContent("Asleep");
    expect(field()).toHaveFocus();
  }));

describe("reading", () =>
  it("shows the text as others read it and lights the objects it names", async () => {
    const { user, container } = open(descriptionAssignment("A grey cat sleeps by its bowl.", [cat, bowl]));
    await user.keyboard("{Alt>}r{/Alt}");
    const reading = screen.getByRole("region", { name: "Read" });
    expect(reading).toHaveTextContent("A grey cat sleeps by its bowl.");
    await user.hover(within(reading).getByRole("button", { name: "bowl" }));
    expect(boxClass(container, "bowl")).toContain("hovered");
    await user.keyboard("{Alt>}r{/Alt}");
    expect(field()).toBeVisible();
  }));

describe("what the rules find", () => {
  const text = "There is a cat here.";
  const findings: PlacedFinding[] = [
    {
      key: "text",
      code: "filler_phrase",
      message: "“There is a” adds no detail.",
      severity: "advice",
      span: [0, 10],
      text,
      fix: { span: [0, 10], text: "A" },
    },
  ];

  it("is gone through by F8, with an explanation at the words", async () => {
    const { user, container } = open(descriptionAssignment(text, []), {}, findings);
    await user.keyboard("{F8}");
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 10]);
    expect(screen.getByText("“There is a” adds no detail. It can be changed to “A cat here.”.")).toBeInTheDocument();
    expect(container.querySelector("[data-from][data-active]")).toHaveTextContent("There is a");
    await user.type(field(), "!");
    expect(container.querySelector("[data-from][data-active]")).toBeNull();
  });

  it("is fixed by one key, or by the button in the list", async () => {
    const { user, onChange } = open(descriptionAssignment(text, []), {}, findings);
    await user.click(field());
    await user.keyboard("{Alt>}{Enter}{/Alt}");
    expect(onChange).toHaveBeenLastCalledWith({ text: "A cat here." });
    expect(screen.getByText("Changed to “A cat here.”")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Change to “A cat here.”" })).toBeNull();
  });
});

describe("the objects of the earlier stage", () => {
  it("are lit and inserted by keys while one writes", async () => {
    const { user, onChange, container } = open(descriptionAssignment("First.", [cat, bowl]));
    await user.click(field());
    await user.keyboard("{Alt>}{ArrowDown}{ArrowDown}{/Alt}");
    expect(boxClass(container, "bowl")).toContain("selected");
    expect(screen.getByText("Object 2, bowl: About the bowl.")).toBeInTheDocument();
    await user.keyboard("{Alt>}i{/Alt}");
    expect(onChange).toHaveBeenLastCalledWith({ text: "First. About the bowl." });
    await user.keyboard("{Alt>}1{/Alt}");
    expect(onChange).toHaveBeenLastCalledWith({ text: "First. About the bowl. About the cat." });
    expect(field()).toHaveFocus();
  });

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
    await waitFor(() => expect(container.querySelector("[data-box-id]")).toBeNull());
    expect(screen.queryByText("About the bowl.", { selector: "p" })).not.toBeInTheDocument();
  });
});

it("has no serious accessibility finding in any view", async () => {
  const { user, container } = open(descriptionAssignment("A cat.", [cat, bowl]));
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByRole("tab", { name: "Starting text" }));
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByText("Changes"));
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByText("Read"));
  expect(await accessibilityProblems(container)).toEqual([]);
});
