import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { Connection, SettingValues } from "@/api/models";
import { useChoiceName } from "@/components/use-choice-name";
import { formatPercent } from "@/lib/format";
import { fieldsOf, type SchemaField } from "@/lib/json-schema";
import { backendsQuery } from "@/lib/queries/models";
import classes from "./models.module.css";

/** The settings in the back end's own words, and which secrets are stored. */
export function ConnectionFacts({ projectId, connection }: { projectId: number; connection: Connection }) {
  const { t } = useTranslation("models");
  const backend = useQuery(backendsQuery(projectId)).data?.find(({ name }) => name === connection.backend);
  const secrets = Object.entries(connection.has_secrets);
  if (Object.keys(connection.settings).length === 0 && secrets.length === 0) return null;
  const titleOf = (name: string) => backend?.secrets.find((secret) => secret.name === name)?.title ?? name;
  return (
    <details>
      <Text component="summary" size="sm">
        {t("facts.title")}
      </Text>
      <SettingsFacts settings={connection.settings} fields={fieldsOf(backend?.settings_schema)} />
      {secrets.length > 0 && (
        <dl className={classes.facts}>
          {secrets.map(([name, stored]) => (
            <Fragment key={name}>
              <dt>{titleOf(name)}</dt>
              <dd>{t(stored ? "facts.secret_yes" : "facts.secret_no")}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </details>
  );
}

interface SettingsFactsProps {
  settings: SettingValues;
  fields: readonly SchemaField[];
}

/** Settings to read; those that no field describes keep their own names. */
export function SettingsFacts({ settings, fields }: SettingsFactsProps) {
  const { t } = useTranslation("models");
  const titleOf = (name: string) => fields.find((field) => field.name === name)?.title ?? name.replaceAll("_", " ");
  const nameOf = useChoiceName();
  const kindOf = (name: string) => fields.find((field) => field.name === name)?.kind;
  const shown = (name: string, value: unknown): string => {
    if (typeof value === "string" && kindOf(name) === "choice") return nameOf(name, value);
    if (typeof value === "number" && kindOf(name) === "share") return formatPercent(value, 2);
    if (typeof value === "boolean") return t(value ? "facts.on" : "facts.off");
    if (value === null || value === undefined || value === "") return t("facts.empty");
    return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
  };
  return (
    <dl className={classes.facts} style={{ marginTop: 8 }}>
      {Object.entries(settings).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{titleOf(name)}</dt>
          <dd>{shown(name, value)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
