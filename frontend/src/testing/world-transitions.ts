import type { Me, Transition } from "@/api/types";

type People = Record<"ada" | "lena" | "mei" | "tomas", Me>;

/** What happened to the sample that tests look at. */
export function makeTransitions({ ada, lena, mei, tomas }: People, ago: (days: number) => string): Transition[] {
  const submitted = (days: number, actor: Me, stage: string, index: number): Transition => {
    const states = { from: "live", to: "submitted", reason: "submitted", detail: {} };
    return { at: ago(days), subject: "assignment", ...states, actor, task: { stage, index, purpose: "work" } };
  };
  return [
    {
      at: ago(3),
      subject: "sample",
      from: "waiting",
      to: "open",
      reason: "opened",
      detail: {},
      actor: null,
      task: null,
    },
    {
      at: ago(2.5),
      subject: "assignment",
      from: "live",
      to: "skipped",
      reason: "cannot_describe",
      detail: { comment: "The picture is far too dark." },
      actor: mei,
      task: { stage: "objects", index: 1, purpose: "work" },
    },
    submitted(2, ada, "objects", 1),
    submitted(1, tomas, "description", 1),
    {
      at: ago(0.5),
      subject: "task",
      from: "",
      to: "open",
      reason: "requeued",
      detail: { answer: 21 },
      actor: lena,
      task: { stage: "description", index: 3, purpose: "work" },
    },
  ];
}
