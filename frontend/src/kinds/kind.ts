import type { TFunction } from "i18next";
import type { FieldProblem } from "@/api/errors";
import type { Fix, Params } from "@/api/hits";
import type { Answer, Assignment } from "@/api/types";
import type { Deferred } from "@/lib/deferred";

/** A problem and the part of the answer it is about, named so that a new order does not move it. */
export interface PlacedProblem {
  key: string;
  code: string;
  message: string;
  /** The words and numbers in the message. */
  params?: Params | undefined;
}

/** What the server's rules say of the answer while it is being written. */
export type PlacedFinding = PlacedProblem & {
  severity: "error" | "advice";
  /** Where in `text`, in UTF-16 units. */
  span: readonly [start: number, end: number] | null;
  /** What would mend it, where something plain would; counted as the span is. */
  fix?: Fix | null;
  /** The text it was found in; once that has changed the span means nothing any more. */
  text: string | null;
};

export interface Scratch {
  /** Why the inherited text was put aside; null while it is being worked on. */
  reason: string | null;
  canStart: boolean;
  start: () => void;
  /** Back to what was there before; null when that is no longer known. */
  goBack: (() => void) | null;
}

export interface WorkbenchProps<A extends Answer = Answer> {
  assignment: Assignment;
  /** What the editor opens with. A new answer from outside comes with a new React key. */
  initial: A;
  onChange: (answer: A) => void;
  problems: readonly PlacedProblem[];
  findings: readonly PlacedFinding[];
  /** Counts the attempts to submit that met problems: each moves the focus to the first of them. */
  attempt: number;
  isReadOnly: boolean;
  scratch: Scratch;
}

export type WorkbenchTranslate = TFunction<"workbench">;

/** What the workbench must know of a kind; one object per backend kind. */
export interface KindUi<A extends Answer = Answer> {
  name: string;
  /** Fetched with the first task of its kind: a page of boxes need not load the others' editors. */
  Workbench: Deferred<WorkbenchProps<A>>;
  empty: () => A;
  isEmpty: (answer: A) => boolean;
  isSame: (a: A, b: A) => boolean;
  /** What is known here already to keep the answer from being accepted, in the server's form. */
  check: (answer: A, assignment: Assignment, t: WorkbenchTranslate) => FieldProblem[];
  /** Turns a path such as `objects[2].label` into a name that survives a new order. */
  keyOf: (answer: A, path: string) => string;
  /** The value behind such a name: a problem is over once its value has changed. */
  valueAt: (answer: A, key: string) => unknown;
  /** For reading and copying when there is nowhere else to put it. */
  toText: (answer: A) => string;
}

/** The registry hands kinds out by name only; what narrows the answer again is the name itself. */
export function anyKind<A extends Answer>(kind: KindUi<A>): KindUi {
  return kind as unknown as KindUi;
}
