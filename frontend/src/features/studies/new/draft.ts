import type {
  AvailableSource,
  Barring,
  Design,
  NewStudy,
  Reasons,
  StudyImages,
  StudyMetric,
  TextSource,
} from "@/api/studies";
import { designNamed } from "@/kinds/studies";
import type { StudySettings, StudyUi } from "@/kinds/study-ui";
import { recall, remember } from "@/lib/page-memory";
import { newStudyPlace, type StudyOf } from "@/lib/study-of";

export const STEPS = ["question", "texts", "people", "metrics", "check"] as const;
export type Step = (typeof STEPS)[number];

export interface DraftSource {
  /** `keyOf` a source; null while none is chosen. */
  key: string | null;
  /** What results call it. */
  title: string;
}

/** What was filled in so far. It is kept with the tab, so that a reload loses nothing. */
export interface Draft {
  name: string;
  design: Design;
  sources: DraftSource[];
  /** The only samples it is of, as they were chosen in their list; null for all there are. */
  only: StudyOf | null;
  /** How many images; null for all. */
  sampleSize: number | null;
  /** Into how many cumulative chunks of sentences texts are cut; null for none. */
  chunks: number | null;
  /** By what images are made from the texts; null where people judge what there is. */
  images: StudyImages | null;
  ratersPerItem: number;
  raters: number[];
  /** Others come in by link or from outside besides those named. */
  openToOthers: boolean;
  /** From what those are kept who wrote some of the texts. */
  barring: Barring;
  /** Null as long as the usual ones are wanted. */
  metrics: StudyMetric[] | null;
  /** What else the design asks; null as long as the usual is wanted. */
  settings: StudySettings | null;
  justification: Reasons;
  guidelines: string;
}

export interface StepProps {
  projectId: number;
  draft: Draft;
  available: AvailableSource[];
  onChange: (draft: Draft) => void;
  /** What is wrong with a part of it: said here once one tried to go on, or by the server. */
  problemOf: (path: string) => string | undefined;
}

const NO_SOURCE: DraftSource = { key: null, title: "" };

export function emptyDraft(): Draft {
  const usual = designNamed("");
  return {
    name: "",
    design: usual.name as Design,
    sources: fitting(usual, []),
    only: null,
    sampleSize: null,
    chunks: null,
    images: null,
    ratersPerItem: 3,
    raters: [],
    openToOthers: false,
    barring: "study",
    metrics: null,
    settings: null,
    justification: usual.reasons,
    guidelines: "",
  };
}

const place = newStudyPlace;

export function keepDraft(projectId: number, draft: Draft | null): void {
  remember(place(projectId), draft === null ? null : JSON.stringify(draft), "tab");
}

export function keptDraft(projectId: number): Draft {
  try {
    const kept: unknown = JSON.parse(recall(place(projectId), "tab") ?? "null");
    return typeof kept === "object" && kept !== null ? { ...emptyDraft(), ...kept } : emptyDraft();
  } catch {
    return emptyDraft();
  }
}

/** The same source always has the same name, in whatever order its members come. */
export function keyOf({ type, stage, index, version, file }: TextSource): string {
  return [type, stage, index, version, file]
    .map((part) => String(part ?? ""))
    .join(" ")
    .trim();
}

/** Another design has another number of texts, other metrics, and asks for reasons less strictly. */
export function withDesign(draft: Draft, design: Design): Draft {
  if (design === draft.design) return draft;
  const next = designNamed(design);
  return {
    ...draft,
    design,
    sources: fitting(next, draft.sources),
    metrics: null,
    settings: null,
    justification: next.reasons,
  };
}

/** As many sources as the design takes, those that there are first. */
function fitting({ sources: [fewest, most] }: StudyUi, sources: readonly DraftSource[]): DraftSource[] {
  const missing = Array.from({ length: Math.max(fewest - sources.length, 0) }, () => NO_SOURCE);
  return [...sources, ...missing].slice(0, most);
}

export function withSource(draft: Draft, at: number, source: DraftSource): Draft {
  return { ...draft, sources: draft.sources.map((old, index) => (index === at ? source : old)) };
}

/** The sources that were chosen, as far as the project still has them. */
export function chosenSources(draft: Draft, available: readonly AvailableSource[]): (AvailableSource | null)[] {
  return draft.sources.map(({ key }) => available.find(({ source }) => keyOf(source) === key) ?? null);
}

export function isComplete(picked: readonly (AvailableSource | null)[]): picked is readonly AvailableSource[] {
  return picked.length > 0 && picked.every((candidate) => candidate !== null);
}

/** What was said of images counts only for a design that shows some. */
function imagesOf({ design, images }: Draft): StudyImages | null {
  return designNamed(design).takesImages ? images : null;
}

/** Whether people judge images: those that are brought in, or those that are made from the texts. */
export function showsImages(draft: Draft, available: readonly AvailableSource[]): boolean {
  return imagesOf(draft) !== null || chosenSources(draft, available).some((source) => source?.has_images);
}

export interface Asked {
  metrics: StudyMetric[];
  settings: StudySettings | undefined;
}

export function requestOf(draft: Draft, chosen: readonly AvailableSource[], usual: Asked): NewStudy {
  return {
    name: draft.name.trim(),
    design: draft.design,
    sources: chosen.map(({ source, title }, at) => ({ source, title: draft.sources[at]?.title.trim() || title })),
    ...draft.only?.samples,
    sample_size: draft.sampleSize,
    chunks: draft.chunks,
    images: imagesOf(draft),
    raters_per_item: draft.ratersPerItem,
    metrics: draft.metrics ?? usual.metrics,
    settings: draft.settings ?? usual.settings,
    justification: draft.justification,
    raters: draft.raters,
    open_to_others: draft.openToOthers,
    barring: draft.barring,
    ...(draft.guidelines.trim() ? { guidelines: draft.guidelines } : {}),
  };
}

const FIELDS: readonly [RegExp, Step][] = [
  [/^(name|design)\b/, "question"],
  [/^(sources|chunks|images)\b/, "texts"],
  [/^(samples|matching|expected|sample_size|raters_per_item|raters)\b/, "people"],
  [/^(metrics|settings|justification|guidelines)\b/, "metrics"],
];

/** The step on which a field that was refused is filled in. */
export function stepOf(path: string): Step | null {
  return FIELDS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
