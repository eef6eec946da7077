import { List } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Study } from "@/api/studies";
import { designNamed } from "@/kinds/studies";
import { formatDateTime, formatNumber } from "@/lib/format";
import { personName } from "@/lib/people";
import classes from "./studies.module.css";

/** Everything that was decided when the study was made. */
export function StudyFacts({ study }: { study: Study }) {
  const { t } = useTranslation("studies");
  const { options } = study;
  const design = designNamed(study.design);
  const asked = [
    ...options.metrics.map(({ title }) => title),
    ...(design.settings?.inWords(t, options.settings) ?? []),
  ];
  const imported = study.work === null && study.state === "closed";
  const facts: [string, ReactNode][] = [
    [t("list.design"), t(`design.${design.words}.title`)],
    [t("list.sources"), <Names key="sources" names={study.sources.map(({ title }) => title)} />],
    ...(options.chosen === null
      ? []
      : ([[t("sample.only_title"), formatNumber(options.chosen)]] satisfies [string, ReactNode][])),
    [t("facts.items"), formatNumber(study.items)],
    ...(imported
      ? []
      : ([
          [t("sample.raters"), formatNumber(options.raters_per_item)],
          [t("reasons.title"), t(`reasons.${options.justification}`)],
          [t("facts.seed"), String(study.seed)],
        ] satisfies [string, ReactNode][])),
    [t(design.settings ? "metrics.asked" : "step.metrics"), <Names key="metrics" names={asked} />],
    [t("list.made"), t("facts.made", { name: personName(study.created_by), time: formatDateTime(study.created_at) })],
    ...(study.closed_at
      ? ([[t("facts.closed"), formatDateTime(study.closed_at)]] satisfies [string, ReactNode][])
      : []),
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Names({ names }: { names: string[] }) {
  return (
    <List size="sm" listStyleType="none">
      {names.map((name, at) => (
        <List.Item key={at}>{name}</List.Item>
      ))}
    </List>
  );
}
