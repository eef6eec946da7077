import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { designNamed } from "@/kinds/studies";
import { formatNumber } from "@/lib/format";
import { chosenSources, showsImages, type Step, type StepProps } from "./draft";
import studies from "../studies.module.css";
import { Preview } from "./preview";
import { useUsualMetrics, useUsualSettings } from "./usual-metrics";

/** Everything once more in words; what is wrong can still be fixed. */
export function CheckStep({ projectId, draft, available }: StepProps) {
  const { t } = useTranslation("studies");
  const missing = (step: Step) => <Missing projectId={projectId} step={step} />;
  const design = designNamed(draft.design);
  const usual = useUsualMetrics(draft.design);
  const usualSettings = useUsualSettings(design, showsImages(draft, available));
  const metrics = (draft.metrics ?? usual).map(({ title }) => title);
  const asked = design.settings?.inWords(t, draft.settings ?? usualSettings ?? {}) ?? [];
  const chosen = chosenSources(draft, available);
  const sources = draft.sources.map(({ title }, at) => title.trim() || chosen[at]?.title || missing("texts"));
  const facts: [string, ReactNode][] = [
    [t("new.name"), draft.name.trim() || missing("question")],
    [t("new.design"), t(`design.${design.words}.title`)],
    [t("step.texts"), sources.map((source, at) => <div key={at}>{source}</div>)],
    ...(draft.chunks === null
      ? []
      : ([[t("stimuli.chunks"), formatNumber(draft.chunks)]] satisfies [string, ReactNode][])),
    ...(draft.images === null || !design.takesImages
      ? []
      : ([[t("stimuli.make"), draft.images.model || missing("texts")]] satisfies [string, ReactNode][])),
    ...(draft.only ? ([[t("sample.only_title"), formatNumber(draft.only.count)]] satisfies [string, ReactNode][]) : []),
    [
      t("sample.title"),
      draft.sampleSize === null
        ? t("sample.all")
        : t("check.sample", { count: draft.sampleSize, number: formatNumber(draft.sampleSize) }),
    ],
    [t("sample.raters"), formatNumber(draft.ratersPerItem)],
    [t("raters.title"), draft.raters.length === 0 ? t("check.no_raters") : formatNumber(draft.raters.length)],
    [t("barring.title"), t(`barring.${draft.barring}`)],
    [t(design.settings ? "metrics.asked" : "step.metrics"), [...metrics, ...asked].join(" · ")],
    [t("reasons.title"), t(`reasons.${draft.justification}`)],
  ];
  return (
    <Section title={t("step.check")} description={t("check.text")}>
      <Stack>
        <dl className={studies.facts}>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
        <Preview projectId={projectId} draft={draft} available={available} />
      </Stack>
    </Section>
  );
}

/** What has to be filled in still, and the way there. */
function Missing({ projectId, step }: { projectId: number; step: Step }) {
  const { t } = useTranslation("studies");
  return (
    <TextLink
      to="/projects/$projectId/studies/new"
      params={{ projectId: String(projectId) }}
      search={{ step }}
      fz="inherit"
      c="var(--mantine-color-error)"
      underline="always"
    >
      {t("check.missing")}
    </TextLink>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
