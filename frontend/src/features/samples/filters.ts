import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/schema";
import type { StageSpec } from "@/api/types";
import { personName } from "@/lib/people";
import { batchesQuery } from "@/lib/queries/quality";
import { flagTitle, stageTitle } from "@/lib/server-messages";
import { sampleChoicesQuery, type FilterKey, type SampleFilters } from "./api/samples";

/** The filters a person thinks of; some are two or three keys of the address. */
export const filterNames = [
  "state",
  "stage",
  "round",
  "split",
  "batch",
  "flag",
  "alike",
  "person",
  "seed",
  "similarity",
  "length",
  "seconds",
  "rating",
  "training",
  "field",
] as const;
export type FilterName = (typeof filterNames)[number];

export const ranges = { similarity: 1, length: 0, seconds: 0 } as const;
export const isRange = (name: FilterName): name is keyof typeof ranges => name in ranges;

export function keysOf(name: FilterName): FilterKey[] {
  if (isRange(name)) return [`${name}_from`, `${name}_to`];
  if (name === "rating") return ["study", "source", "metric", "rating_from", "rating_to"];
  return name === "field" ? ["field", "value"] : [name];
}

const states = ["waiting", "open", "done", "withdrawn"] as const;
interface Option {
  value: string;
  label: string;
}

export type RatedStudy = components["schemas"]["RatedStudy"];
export type FilterOptions = Record<FilterName, Option[]> & { studies: RatedStudy[] };

/** What may be chosen for each filter that has a list of values. */
export function useFilterOptions(projectId: number, stages: StageSpec[]): FilterOptions {
  const { t } = useTranslation("samples");
  const { t: common } = useTranslation("common");
  const batches = useQuery(batchesQuery(projectId)).data ?? [];
  const choices = useQuery(sampleChoicesQuery(projectId)).data;
  const plain = (value: string): Option => ({ value, label: value });
  const rounds = Math.max(1, ...stages.map((stage) => stage.rounds));
  return {
    state: states.map((state) => ({ value: state, label: common(`state.${state}`) })),
    stage: stages.map((stage) => ({ value: stage.key, label: stageTitle(stage) })),
    round: Array.from({ length: rounds }, (_, index) => plain(String(index + 1))),
    split: ["train", "val", "test"].map(plain),
    batch: batches.map(({ id, number, title }) => ({
      value: String(id),
      label: t("filter.batch_name", { number, title }),
    })),
    flag: (choices?.flags ?? []).map((code) => ({ value: code, label: flagTitle({ code, title: code }) })),
    alike: [{ value: "any", label: t("filter.alike_any") }],
    person: (choices?.people ?? []).map((each) => ({ value: String(each.id), label: personName(each) })),
    seed: (choices?.seeds ?? []).map(plain),
    field: (choices?.fields ?? []).map(plain),
    training: [{ value: "left_out", label: t("filter.left_out") }],
    similarity: [],
    length: [],
    seconds: [],
    rating: (choices?.studies ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    studies: choices?.studies ?? [],
  };
}

/** The study that ratings are filtered by; null where none is, or it is gone. */
export const studyOf = ({ studies }: Pick<FilterOptions, "studies">, { study }: SampleFilters): RatedStudy | null =>
  studies.find(({ id }) => String(id) === study) ?? null;

/** What a filter says, in words; null where it is not set. */
export function saidBy(name: FilterName, filters: SampleFilters, options: FilterOptions): string | null {
  if (isRange(name)) return rangeSaid(filters[`${name}_from`], filters[`${name}_to`]);
  if (name === "rating") return ratingSaid(filters, options);
  if (name === "field") return filters.field ? `${filters.field} = ${filters.value ?? ""}` : null;
  const value = filters[name];
  // A group is called by a long number, of which the end tells it from others.
  if (name === "alike" && value && value !== "any") return `#${value.slice(-4)}`;
  return value ? (options[name].find((option) => option.value === value)?.label ?? value) : null;
}

function rangeSaid(from: string | undefined, to: string | undefined): string | null {
  if (!from && !to) return null;
  return from && to ? `${from} – ${to}` : from ? `≥ ${from}` : `≤ ${to ?? ""}`;
}

/** The range, which a narrow chip must not cut off, then study and what of it: each as far as it is set. */
function ratingSaid(filters: SampleFilters, options: FilterOptions): string | null {
  if (!filters.study) return null;
  const study = studyOf(options, filters);
  const parts = [
    rangeSaid(filters.rating_from, filters.rating_to),
    study?.name ?? `#${filters.study}`,
    filters.source && (study?.sources[Number(filters.source)] ?? filters.source),
    filters.metric && (study?.metrics.find(({ key }) => key === filters.metric)?.title ?? filters.metric),
  ];
  return parts.filter(Boolean).join(" · ");
}
