import type { Annotation, Person, SampleDetail, StageSpec, Transition } from "@/api/types";

export type TaskPlace = NonNullable<Transition["task"]>;

/** What is told of: a key of `samples:history`, and who and what fills it. */
export type HistoryVerb =
  | "seed"
  | "seed_import"
  | "opened"
  | "taken"
  | "taken_again"
  | "finished"
  | "imported"
  | "given_back"
  | "kept_from_work"
  | "ran_out"
  | "called_off"
  | "skipped"
  | "approved"
  | "rejected"
  | "set_aside"
  | "counts_again"
  | "done_again"
  | "went_on"
  | "batch_closed"
  | "batch_opened"
  | "done"
  | "done_similar"
  | "open_again"
  | "withdrawn"
  | "restored"
  | "split"
  | "left_out"
  | "let_in"
  | "other";

export interface HistoryEvent {
  key: string;
  at: string;
  verb: HistoryVerb;
  actor: Person | null;
  /** Of a seed: which model made it. */
  producer: string;
  task: TaskPlace | null;
  /** Why somebody skipped. */
  skipReason: string;
  /** Into which split it was put; "" for none, and of what is no such decision. */
  split: string;
  /** In the words of whoever did it. */
  words: string;
}

/** What happened to a sample, the newest first, as it is told to people: steps that follow from others are left out. */
export function historyOf({ stages, transitions }: Pick<SampleDetail, "stages" | "transitions">): HistoryEvent[] {
  const seeds = stages.flatMap(({ key, annotations }) =>
    annotations.filter(({ index }) => index === 0).map((annotation) => seedEvent(key, annotation)),
  );
  const verdicts = stages.flatMap(({ key, annotations }) =>
    annotations.flatMap((annotation) => verdictEvent(key, annotation)),
  );
  const wentOn = new Set<string>();
  const changes = transitions.flatMap((row, index) => {
    const verb = verbOf(row);
    if (verb === null) return [];
    if (verb === "went_on" || verb === "done_again") {
      // A stage may begin with many tasks: that is one event.
      const once = `${row.at} ${verb} ${row.task?.stage ?? ""}`;
      if (wentOn.has(once)) return [];
      wentOn.add(once);
    }
    return [changeEvent(String(index), verb, row)];
  });
  // Of one moment, what was written first happened first.
  return [...seeds, ...changes, ...verdicts].sort((a, b) => a.at.localeCompare(b.at)).reverse();
}

function seedEvent(stage: string, { id, origin, created_at, author, producer, brought_in }: Annotation): HistoryEvent {
  return {
    key: `seed-${String(id)}`,
    at: created_at,
    verb: origin === "import" ? "seed_import" : "seed",
    actor: brought_in?.by ?? author,
    producer,
    task: { stage, index: 0, purpose: "work" },
    skipReason: "",
    split: "",
    words: "",
  };
}

/** What a lead thinks of an answer; of those that were taken back nothing is left to tell. */
function verdictEvent(stage: string, answer: Annotation): HistoryEvent[] {
  const { id, index, purpose, verdict, verdict_at: at, verdict_by: actor, verdict_reason: words } = answer;
  if (at === null || (verdict !== "approved" && verdict !== "rejected")) return [];
  const task = { stage, index, purpose };
  return [
    { key: `verdict-${String(id)}`, at, verb: verdict, actor, producer: "", task, skipReason: "", split: "", words },
  ];
}

function changeEvent(key: string, verb: HistoryVerb, row: Transition): HistoryEvent {
  const { at, actor, task, reason } = row;
  const words = verb === "withdrawn" ? reason : commentOf(row);
  const skipReason = verb === "skipped" ? reason : "";
  return { key, at, verb, actor, producer: "", task, skipReason, split: splitOf(row), words };
}

function verbOf(row: Transition): HistoryVerb | null {
  if (row.subject === "sample") return ofSample(row);
  return row.subject === "task" ? ofTask(row) : ofAssignment(row);
}

const DECIDED = ["split", "left_out", "let_in"] as const;

function ofSample({ from, to, reason }: Transition): HistoryVerb | null {
  // What is decided about a sample moves it nowhere.
  if (from === to) return DECIDED.find((known) => known === reason) ?? null;
  if (to === "withdrawn") return "withdrawn";
  if (from === "withdrawn") return "restored";
  if (to === "done") return reason === "similar_enough" ? "done_similar" : "done";
  if (from === "done") return "open_again";
  return from === "waiting" ? "opened" : "other";
}

/** Tasks follow what people do, of which their assignments tell; what leads do begins here. */
function ofTask({ from, to, reason }: Transition): HistoryVerb | null {
  if (from === "" && reason === "requeued") return "done_again";
  if (from === "" && reason === "stage_finished") return "went_on";
  if (reason === "batch_closed") return "batch_closed";
  if (reason === "batch_opened" && to === "open") return "batch_opened";
  return null;
}

const ENDS: Readonly<Record<string, HistoryVerb>> = {
  submitted: "finished",
  skipped: "skipped",
  released: "given_back",
  expired: "called_off",
};

function ofAssignment({ from, to, reason }: Transition): HistoryVerb | null {
  if (reason === "superseded") return "set_aside";
  if (reason === "reinstated") return "counts_again";
  if (reason === "imported") return from === "" ? null : "imported";
  if (reason === "lease_expired") return "ran_out";
  // The withdrawal of the sample tells of it.
  if (reason === "withdrawn" || from === to) return null;
  if (reason === "blocked") return "kept_from_work";
  if (reason === "retaken") return "taken_again";
  if (to === "live") return "taken";
  return ENDS[to] ?? "other";
}

/** What goes with a transition depends on its kind. */
function splitOf({ detail }: Transition): string {
  const { after } = detail as { after?: unknown };
  return typeof after === "string" ? after : "";
}

function commentOf({ detail }: Transition): string {
  const { comment } = detail as { comment?: unknown };
  return typeof comment === "string" ? comment.trim() : "";
}

/** How one of the tasks of a stage is called: a round, one of several answers, or a vote. */
export function taskNoun(spec: Pick<StageSpec, "about" | "mode"> | undefined): "round" | "answer" | "vote" {
  if (spec?.about) return "vote";
  return spec?.mode === "parallel" ? "answer" : "round";
}
