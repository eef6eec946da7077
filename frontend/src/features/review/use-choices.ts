import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { personName } from "@/lib/people";
import { projectQuery } from "@/lib/queries/projects";
import { batchesQuery, peopleQuery, qualityQuery } from "@/lib/queries/quality";
import { verdicts } from "./api/review";

const splits = ["train", "val", "test"] as const;

/** What the filters of the review offer: the flags, people, stages, rounds and batches there are. */
export function useChoices(projectId: number) {
  const { t } = useTranslation("review");
  const { t: quality } = useTranslation("quality");
  const codes = useQuery(qualityQuery(projectId)).data;
  const people = useQuery(peopleQuery(projectId)).data ?? [];
  const batches = useQuery(batchesQuery(projectId)).data ?? [];
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const most = Math.max(1, ...stages.map(({ rounds }) => rounds));
  return {
    code: (codes?.codes ?? []).map(({ code, title }) => {
      const count = codes?.open_by_code[code] ?? 0;
      return { value: code, label: count ? t("filter.code_count", { title, count }) : title };
    }),
    annotator: people.map((person) => ({ value: String(person.id), label: personName(person) })),
    verdict: verdicts.map((value) => ({ value, label: quality(`verdict.${value}`) })),
    stage: stages.map(({ key, title }) => ({ value: key, label: title })),
    // A round that was done again has a number of its own.
    round: Array.from({ length: most + 2 }, (_, at) => String(at + 1)),
    split: [...splits],
    batch: batches.map(({ id, number, title }) => ({
      value: String(id),
      label: t("filter.batch_name", { number, title }),
    })),
  };
}
