import { useTranslation } from "react-i18next";
import type { HarmRun, HarmWord } from "@/api/harms";
import { DataTable, type Column } from "@/components/data-table";
import { FirstRows } from "@/components/first-rows";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { Meaning } from "./meaning";

/** The words behind most cases: where reading begins. */
export function WordsPart({ projectId, run }: { projectId: number; run: HarmRun }) {
  const { t } = useTranslation("harms");
  const words = run.words.filter(({ word }) => word !== "");
  if (words.length === 0) return null;
  const columns: Column<HarmWord>[] = [
    { key: "word", header: t("filter.word"), label: "", render: ({ word }) => <b>{word}</b> },
    { key: "measure", header: t("filter.measure"), render: ({ measure }) => t(`measure.${measure}`) },
    { key: "synset", header: t("words.synset"), render: ({ synset }) => synset && <Meaning id={synset.name} /> },
    { key: "dismissed", header: t("list.dismissed"), end: true, render: ({ dismissed }) => formatNumber(dismissed) },
    {
      key: "cases",
      header: t("list.cases"),
      end: true,
      render: ({ measure, word, cases }) => (
        <TextLink
          to="/projects/$projectId/studies/harms/$runId/cases"
          params={{ projectId: String(projectId), runId: String(run.id) }}
          search={{ measure, word }}
          fz="sm"
          aria-label={t("words.read", { word, count: cases, cases: formatNumber(cases) })}
        >
          {t("words.cases", { count: cases, cases: formatNumber(cases) })}
        </TextLink>
      ),
    },
  ];
  return (
    <Section title={t("words.title")} description={t("words.text")}>
      <FirstRows rows={words} step={10}>
        {(shown) => (
          <DataTable
            name={t("words.title")}
            columns={columns}
            rows={shown}
            rowKey={({ measure, kind, word, synset }) => `${measure}-${kind}-${word}-${synset?.id ?? ""}`}
          />
        )}
      </FirstRows>
    </Section>
  );
}
