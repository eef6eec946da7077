import { useTranslation } from "react-i18next";
import type { HarmCase, HarmFigures, HarmMeasure, HarmRun, HarmVerdictName } from "@/api/harms";
import type { CaseFilters } from "../api/harms";

const STAGES = ["s1", "s2", "s3", "s4"] as const;
const FILE = "file";

/** What a stage is called: of the project's own by its key, of a file by its name. */
export function useStageTitle(): (key: string, title: string) => string {
  const { t } = useTranslation("harms");
  return (key, title) => {
    const own = STAGES.find((stage) => stage === key);
    return own ? t(`stage.${own}`) : t("stage.file", { name: title });
  };
}

/** A pairing is told for files as a whole, not for each. */
export const pairingKey = (stage: string | null) => (stage?.startsWith(`${FILE}:`) ? FILE : stage);

/** Whether people here wrote what a stage holds. */
export const isByPeople = (stage: string) => stage === "s1" || stage === "s3";

/** What a measurement is called: its stage, and the one it is held against. */
export function useRunName(): (run: HarmRun) => string {
  const { t } = useTranslation("harms");
  const stage = useStageTitle();
  return (run) => {
    const candidate = stage(run.candidate, run.candidate_title);
    return run.truth === null
      ? t("run.alone", { candidate })
      : t("run.against", { candidate, truth: stage(run.truth, run.truth_title) });
  };
}

// WordNet sets adjectives that stand around another one ("s") apart from those that stand alone ("a").
const PARTS_OF_SPEECH = { n: "noun", v: "verb", a: "adjective", s: "adjective", r: "adverb" } as const;

/** "chilling (adjective)" of WordNet's "chilling.s.01"; any other name stays as it is. */
export function useMeaningName(): (id: string) => string {
  const { t } = useTranslation("harms");
  return (id) => {
    const [, word, part] = /^(.+)\.([nvasr])\.\d+$/.exec(id) ?? [];
    if (word === undefined) return id;
    const speech = PARTS_OF_SPEECH[part as keyof typeof PARTS_OF_SPEECH];
    return t("meaning.of", { word: word.replaceAll("_", " "), part: t(`meaning.${speech}`) });
  };
}

export const MEASURES = [
  "demeaning",
  "identity_noun",
  "inclusion",
  "not_mentioned",
  "context",
  "identity",
  "absent",
] as const satisfies readonly HarmMeasure[];

/** What a reader may say of a case, in the order of their keys 1 to 4; all but the first dismiss it. */
export const VERDICTS = [
  "genuine",
  "wrong_synset",
  "wrong_label",
  "other",
] as const satisfies readonly HarmVerdictName[];

const DISMISSING = VERDICTS.filter((verdict) => verdict !== "genuine");

export const dismissedOf = ({ verdicts }: HarmRun) => DISMISSING.reduce((sum, verdict) => sum + verdicts[verdict], 0);

export const casesOf = ({ verdicts }: HarmRun) => Object.values(verdicts).reduce((sum, count) => sum + count, 0);

export const BOUNDS = ["lower", "estimate", "upper"] as const satisfies readonly NonNullable<HarmCase["bound"]>[];

export const KINDS = ["object", "attribute", "relation"] as const satisfies readonly NonNullable<HarmCase["kind"]>[];

/** What a case of some measures is about: a harm by context, an axis of identity, or what is left out. */
export const ASPECTS: Readonly<Record<string, readonly NonNullable<HarmCase["aspect"]>[]>> = {
  context: ["black_man_boy", "woman_girl", "black_person_weapon", "black_person_animal"],
  identity: ["gender", "age", "ethnicity", "religion", "disability", "sexuality"],
  absent: ["person", "artefact"],
};

/** The cases of the images whose figures are shown. */
export const inArm = ({ arm }: HarmFigures, filters: CaseFilters): CaseFilters =>
  arm === "all" ? filters : { ...filters, arm };
