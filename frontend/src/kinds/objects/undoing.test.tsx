import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ObjectAnswer, ObjectsAnswer } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { renderWithProviders } from "@/testing/render";
import { objectsAssignment, seedObject } from "../fixtures-for-tests";
import type { PlacedFinding, PlacedProblem } from "../kind";
import { ObjectsWorkbench } from "./objects-workbench";

const cat = seedObject("cat", "cat", 20, 20, 100);
const bowl = seedObject("bowl", "bowl", 200, 200);

interface More {
  findings?: PlacedFinding[];
  problems?: PlacedProblem[];
  attempt?: number;
}

function open(objects: ObjectAnswer[], { findings = [], problems = [], attempt = 0 }: More = {}) {
  const onChange = vi.fn<(answer: ObjectsAnswer) => void>();
  const view = renderWithProviders(
    <ShortcutsProvider>
      <ObjectsWorkbench
        assignment={objectsAssignment(objects)}
        initial={{ objects }}
        onChange={onChange}
        problems={problems}
        findings={findings}
        attempt={attempt}
        isReadOnly={false}
        scratch={{ reason: null, canStart: false, start: () => undefined, goBack: null }}
      />
    </ShortcutsProvider>,
  );
  return { ...view, answer: () => onChange.mock.lastCall?.[0].objects ?? [], user: userEvent.setup() };
}

// However long the machine takes, nobody has paused.
beforeEach(() => void vi.spyOn(performance, "now").mockReturnValue(1));
afterEach(() => vi.restoreAllMocks());

const boxOf = (name: RegExp) => screen.getByRole("button", { name });

it("takes back in a text what was written there, with the cursor where it was, and on the image boxes", async () => {
  const { answer, user } = open([cat, bowl]);
  act(() => boxOf(/^1 of 2: cat/).focus());
  await user.keyboard(" {ArrowRight}{Enter}");
  const label = screen.getByLabelText<HTMLInputElement>("Label of object 1");
  await waitFor(() => expect(label).toHaveFocus());
  label.setSelectionRange(0, 0);
  await user.keyboard("a red ");
  expect(label).toHaveValue("a red cat");
  await user.keyboard("{Control>}z{/Control}");
  expect(label).toHaveValue("cat");
  expect(label).toHaveFocus();
  expect(label.selectionStart).toBe(0);
  await user.keyboard("{Control>}z{/Control}");
  expect(answer()[0]?.box.x).toBe(21);
  expect(screen.getByText("Nothing to undo in this text")).toBeInTheDocument();
  await user.keyboard("{Control>}y{/Control}");
  await user.keyboard("{Escape}{Control>}z{/Control}");
  expect(answer()[0]).toMatchObject({ label: "a red cat", box: { x: 20 } });
  await user.keyboard("{Control>}y{/Control}");
  expect(answer()[0]).toMatchObject({ label: "a red cat", box: { x: 21 } });
});

it("takes back what was written before a box was moved, and leaves the box where it is", async () => {
  const { answer, user } = open([cat, bowl]);
  act(() => boxOf(/^1 of 2: cat/).focus());
  await user.keyboard("{Enter}s{Escape}{ArrowRight}{Enter}{Control>}z{/Control}");
  expect(answer()[0]).toMatchObject({ label: cat.label, box: { x: 21 } });
});

it("takes a box back from the label that drawing it led to", async () => {
  const { answer, user } = open([cat]);
  await user.keyboard("{Shift>}r{/Shift}");
  await waitFor(() => expect(screen.getByLabelText("Label of object 2")).toHaveFocus());
  await user.keyboard("{Control>}z{/Control}");
  expect(answer()).toHaveLength(1);
});

it("says that nothing stands there when it is handed in, not after the label", async () => {
  const missing = { code: "description_missing", message: "Describe this object.", severity: "error" } as const;
  const finding: PlacedFinding = { ...missing, key: "cat.description", span: null, text: "" };
  const problem: PlacedProblem = { ...missing, key: "cat.description" };
  const shown = { ...cat, description: "" };
  const first = open([shown], { findings: [finding] });
  await first.user.click(boxOf(/^cat/));
  expect(screen.getByLabelText("Description of object 1")).toBeInTheDocument();
  expect(screen.queryByText("Describe this object.")).not.toBeInTheDocument();
  first.unmount();
  open([shown], { findings: [finding], problems: [problem], attempt: 1 });
  expect(await screen.findByText("Describe this object.")).toBeInTheDocument();
});
