import type { TFunction } from "i18next";
import type { ComponentType } from "react";
import type { Reasons, StudyCase, StudyMetric, StudyResults } from "@/api/studies";
import type { Deferred } from "@/lib/deferred";
import type words from "@/locales/en/studies.json";

export type StudyTranslate = TFunction<"studies">;

export interface CaseProps {
  item: StudyCase;
  /** What was asked, in order. */
  metrics: readonly StudyMetric[];
}

/** What a design asks besides metrics, by the names of the settings of its kind. */
export type StudySettings = Readonly<Record<string, unknown>>;

export interface StudySettingsProps {
  settings: StudySettings;
  onChange: (settings: StudySettings) => void;
  /** What is wrong with one of them, by a path such as `settings.question`. */
  problemOf: (path: string) => string | undefined;
}

/** What the pages about studies must know of a kind by which people judge; one object per design. */
export interface StudyUi<R extends StudyResults = StudyResults> {
  name: string;
  /** Where its words are in the catalogue of studies. */
  words: keyof (typeof words)["design"];
  /** The fewest and the most sources. */
  sources: readonly [fewest: number, most: number];
  /** Whether people may judge images that were made from texts. */
  takesImages?: true;
  /** Zero where people are asked nothing by metric. */
  mostMetrics: number;
  settings?: {
    /** Those one begins with, for people who judge texts or images made from them. */
    usual: (t: StudyTranslate, showsImages: boolean) => StudySettings;
    Fields: ComponentType<StudySettingsProps>;
    inWords: (t: StudyTranslate, settings: StudySettings) => readonly string[];
  };
  /** Whether people are asked for reasons unless somebody says otherwise. */
  reasons: Reasons;
  sourceName: (t: StudyTranslate, at: number) => string;
  Results: Deferred<{ results: R }>;
  /** What one may look for among the cases. */
  scores: (t: StudyTranslate, sources: readonly string[]) => readonly { value: number; label: string }[];
  /** What everybody said of a case; there is at least one answer. */
  CaseAnswers: ComponentType<CaseProps>;
}

/** The registry hands designs out by name only; what narrows the results again is the name itself. */
export function anyDesign<R extends StudyResults>(design: StudyUi<R>): StudyUi {
  return design as unknown as StudyUi;
}
