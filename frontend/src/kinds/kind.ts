import type { TFunction } from "i18next";
import type { FieldProblem } from "@/api/errors";
import type { Fix, Params } from "@/api/hits";
import type { Answer, Assignment } from "@/api/types";
import type { Deferred } from "@/lib/deferred";

/** A problem and the part of the answer it is about, named so that a new order does not move it. */
export type PlacedProblem = {
  readonly key: string;
  readonly code: string;
  readonly message: string;
  /** The words and numbers in the message. */
  readonly params?: Params | undefined;
};

/** What the server's rules say of the answer while it is being written. */
export type PlacedFinding = PlacedProblem & {
  readonly severity: "error" | "advice";
  /** Where in `text`, in UTF-16 units. */
  readonly span: readonly [start: number, end: number] | null;
  /** What would mend it, where something plain would; counted as the span is. */
  readonly fix?: Fix | null;
  /** The text it was found in; once that has changed the span means nothing any more. */
  readonly text: string | null;
};

export type Scratch = {
  /** Why the inherited text was put aside; null while it is being worked on. */
  readonly reason: string | null;
  readonly canStart: boolean;
  readonly start: () => void;
  /** Back to what was there before; null when that is no longer known. */
  readonly goBack: (() => void) | null;
};

export type WorkbenchProps<A extends Answer = Answer> = {
  readonly assignment: Assignment;
  /** What the editor opens with. A new answer from outside comes with a new React key. */
  readonly initial: A;
  readonly onChange: (answer: A) => void;
  readonly problems: readonly PlacedProblem[];
  readonly findings: readonly PlacedFinding[];
  /** Counts the attempts to submit that met problems: each moves the focus to the first of them. */
  readonly attempt: number;
  readonly isReadOnly: boolean;
  readonly scratch: Scratch;
};

export type WorkbenchTranslate = TFunction<"workbench">;

/** What the workbench must know of a kind; one object per backend kind. */
export type KindUi<A extends Answer = Answer> = {
  readonly name: string;
  /** Fetched with the first task of its kind: a page of boxes need not load the others' editors. */
  readonly Workbench: Deferred<WorkbenchProps<A>>;
  readonly empty: () => A;
  readonly isEmpty: (answer: A) => boolean;
  readonly isSame: (a: A, b: A) => boolean;
  /** What is known here already to keep the answer from being accepted, in the server's form. */
  readonly check: (answer: A, assignment: Assignment, t: WorkbenchTranslate) => FieldProblem[];
  /** Turns a path such as `objects[2].label` into a name that survives a new order. */
  readonly keyOf: (answer: A, path: string) => string;
  /** The value behind such a name: a problem is over once its value has changed. */
  readonly valueAt: (answer: A, key: string) => unknown;
  /** For reading and copying when there is nowhere else to put it. */
  readonly toText: (answer: A) => string;
};

/** The registry hands kinds out by name only; what narrows the answer again is the name itself. */
export function anyKind<A extends Answer>(kind: KindUi<A>): KindUi {
  return kind as unknown as KindUi;
}
