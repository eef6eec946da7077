/** What a kind registers: one object per kind, from the `index.ts` of its folder, listed in `registry.ts`. */
import type { TFunction } from "i18next";
import type { ComponentType, ReactNode } from "react";
import type { FieldProblem } from "@/api/errors";
import type { Fix, Params } from "@/api/hits";
import type { SeedRole } from "@/api/models";
import type { GoldValue } from "@/api/quality";
import type { Answer, Assignment, StageSettings } from "@/api/types";
import type { ShownBox } from "@/components/annotated-image";
import type { SettingsFieldsProps } from "@/components/settings-fields";
import type { Deferred } from "@/lib/deferred";
import type { TextMark } from "@/lib/marked-parts";

/** What a kind cannot do it leaves out; only a view is asked of every kind. */
export interface KindDefinition<A extends Answer = Answer, S = StageSettings> {
  View: ComponentType<ReadOnlyProps<A, S>>;
  /** What became of an answer; without it the later answer is shown. */
  Difference?: ComponentType<DifferenceProps<A>>;
  /** Of kinds that people are asked for. */
  editor?: KindEditor<A, S>;
  /** One line that tells answers apart in a list. */
  excerpt?: (answer: A) => string;
  /** The free texts a remark can be about. */
  textParts?: (answer: A) => readonly TextPart[];
  boxes?: (answer: A) => readonly ShownBox[];
  /** What stands beside the image with these boxes; hovering an entry lights up its box. */
  BoxList?: ComponentType<BoxListProps<A>>;
  /** Without it a good answer is an example for practice, and no more. */
  gold?: KindGold<A, S>;
  /** How its settings are set, where that is not plain from their values. */
  settings?: Pick<SettingsFieldsProps, "inputs" | "optionalTexts">;
  /** The models that a seeded stage needs beyond those of every project. */
  seedRoles?: readonly SeedRole[];
}

/** A mark and the part of the answer it is in, such as `text` or `objects[2].description`. */
export type PlacedMark = TextMark & { path: string };

export type SpanChosen = (path: string, span: { start: number; end: number } | null) => void;

/** The objects in an image beside an answer, and which of them is lit: by the words or by its box. */
export interface LitObjects {
  objects: readonly ShownBox[];
  lit: string | null;
  selected: string | undefined;
  onHover: (id: string | null) => void;
  onSelect: (id: string) => void;
}

export interface ReadOnlyProps<A extends Answer = Answer, S = StageSettings> {
  answer: A;
  /** The settings of the stage, for the words of its questions. */
  settings?: S | undefined;
  marks?: readonly PlacedMark[] | undefined;
  /** Told which stretch of which text the reader has selected. */
  onSpan?: SpanChosen | undefined;
  /** Where the image stands beside the answer: what words name lights up in it. */
  lighting?: LitObjects | undefined;
}

export interface DifferenceProps<A extends Answer = Answer> {
  before: A;
  after: A;
  lighting?: LitObjects | undefined;
}

export interface BoxListProps<A extends Answer = Answer> {
  answer: A;
  active?: string | null;
  onActive?: (id: string | null) => void;
  /** Pressed, an entry keeps its box lit. */
  onSelect?: (id: string) => void;
}

/** A free text and the path the server knows it under. */
export interface TextPart {
  path: string;
  text: string;
}

/** Parts of an answer with the one right value of each, by path. */
export type KnownParts = Readonly<Record<string, GoldValue>>;

export interface KindGold<A extends Answer = Answer, S = StageSettings> {
  /** The parts of an answer that have one right value: those a stage with these settings asks for. */
  parts: (answer: A, settings?: S) => KnownParts;
  /** Of kinds that judge: what is right to say of a good answer. */
  partsOfGood?: (settings: S) => KnownParts;
  /** A part as leads call it. */
  partName: (path: string, t: TFunction<"gold">) => string;
  /** A part as the question that people were asked. */
  question: (path: string, settings: S | undefined, t: WorkbenchTranslate) => string;
}

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
  /** What would fix it, where something plain would; counted as the span is. */
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

export interface WorkbenchProps<A extends Answer = Answer, S = StageSettings> {
  assignment: Assignment<A, S>;
  /** What the editor opens with. A new answer from outside comes with a new React key. */
  initial: A;
  onChange: (answer: A) => void;
  problems: readonly PlacedProblem[];
  findings: readonly PlacedFinding[];
  /** Counts the attempts to submit that met problems: each moves the focus to the first of them. */
  attempt: number;
  isReadOnly: boolean;
  scratch: Scratch;
  /** The parts of the starting text that were looked at, and how that is noted. */
  lookedAt?: ReadonlySet<string> | undefined;
  onLook?: ((ids: readonly string[]) => void) | undefined;
  /** Counts how often one was asked to look at the others: each time leads to the first of them. */
  lookTurn?: number;
  /** The answer to be judged, drawn by the kind it is of. */
  judged?: ReactNode;
}

export type WorkbenchTranslate = TFunction<"workbench">;

/** The text that is asked for, or the list of objects. */
export type WorkPlace = "text" | "objects";

/** What the workbench must know of a kind. */
export interface KindEditor<A extends Answer = Answer, S = StageSettings> {
  /** Fetched with the first task of its kind: a page of boxes need not load the others' editors. */
  Workbench: Deferred<WorkbenchProps<A, S>>;
  empty: () => A;
  isEmpty: (answer: A) => boolean;
  isSame: (a: A, b: A) => boolean;
  /** What is known here already to keep the answer from being accepted, in the server's form. */
  check: (answer: A, assignment: Assignment<A, S>, t: WorkbenchTranslate) => FieldProblem[];
  /** Turns a path such as `objects[2].label` into a name that survives a new order. */
  keyOf: (answer: A, path: string) => string;
  /** The value behind such a name: a problem is over once its value has changed. */
  valueAt: (answer: A, key: string) => unknown;
  /** How many parts of the answer are as they came and were never looked at, and of how many. */
  unread?: (answer: A, start: A, lookedAt: ReadonlySet<string>) => { unread: number; of: number };
  /** What one may want to go to at once, past the image and its tools; marked by `data-place`. */
  places?: readonly WorkPlace[];
  /** For reading and copying when there is nowhere else to put it. */
  toText: (answer: A) => string;
}

export function marksAt(marks: readonly PlacedMark[] | undefined, path: string): readonly PlacedMark[] {
  return (marks ?? []).filter((mark) => mark.path === path);
}
