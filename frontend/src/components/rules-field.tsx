import { Input, SegmentedControl, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type catalogue from "@/locales/en/settings.json";
import classes from "./rules-field.module.css";

export type RuleLevel = "off" | "advise" | "block";
type RuleKey = keyof (typeof catalogue)["rule"];

const levels = ["off", "advise", "block"] as const;

interface RulesFieldProps {
  value: Record<string, RuleLevel>;
  onChange: (value: Record<string, RuleLevel>) => void;
  disabled?: boolean;
  error?: string;
}

/** For each rule about texts: not looked at, said while writing, or refused. */
export function RulesField({ value, onChange, disabled = false, error }: RulesFieldProps) {
  const { t, i18n } = useTranslation("settings");
  const name = (code: string) =>
    i18n.exists(`settings:rule.${code}`) ? t(`rule.${code as RuleKey}`) : code.replaceAll("_", " ");
  if (Object.keys(value).length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={550}>
        {t("rules")}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {t("rules_hint")}
      </Text>
      <ul className={classes.list}>
        {Object.entries(value).map(([code, level]) => (
          <li key={code}>
            <Text size="sm">{name(code)}</Text>
            <SegmentedControl
              size="xs"
              aria-label={name(code)}
              disabled={disabled}
              value={level}
              data={levels.map((known) => ({ value: known, label: t(`level.${known}`) }))}
              onChange={(next) => onChange({ ...value, [code]: levels.find((known) => known === next) ?? "off" })}
            />
          </li>
        ))}
      </ul>
      {error && <Input.Error>{error}</Input.Error>}
    </div>
  );
}
