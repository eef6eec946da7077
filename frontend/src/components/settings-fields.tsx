import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProblem } from "@/api/errors";
import { RulesField, type RuleLevel } from "./rules-field";
import { isLong, SettingInput } from "./setting-input";

export interface OwnInputProps {
  value: unknown;
  onChange: (value: unknown) => void;
  disabled?: boolean;
  error?: string;
}

export interface SettingsGroup {
  title: string;
  keys: readonly string[];
}

export interface SettingsFieldsProps {
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  problems?: readonly FieldProblem[];
  disabled?: boolean;
  /** Titled parts; keys that no part names come last. */
  groups?: readonly SettingsGroup[];
  /** For lists that choose among known codes: by setting, the codes and their titles. */
  codes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Inputs of their own, by setting; all others are drawn by the type of their value. */
  inputs?: Readonly<Record<string, ComponentType<OwnInputProps>>>;
  /** Texts that may be missing: an empty input means that there is none. */
  optionalTexts?: readonly string[];
}

/**
 * A form for settings as the server stores them: one input per key, chosen by its value and named in
 * our words where we have some, so that a new setting can be set before anybody has worded it.
 */
export function SettingsFields({ groups = [], value, ...rest }: SettingsFieldsProps) {
  const { t } = useTranslation("settings");
  const named = new Set(groups.flatMap(({ keys }) => keys));
  const others = Object.keys(value).filter((key) => !named.has(key));
  const parts = [
    ...groups.map(({ title, keys }) => ({ title, keys: keys.filter((key) => key in value) })),
    { title: groups.length > 0 ? t("more") : "", keys: others },
  ].filter(({ keys }) => keys.length > 0);
  return (
    <Stack gap="xl">
      {parts.map(({ title, keys }) => (
        <Stack key={title} component="fieldset" p={0} m={0} bd={0} gap="sm">
          {title && (
            <Text component="legend" fw={600} size="sm" p={0} mb="xs">
              {title}
            </Text>
          )}
          <Keys keys={keys} value={value} {...rest} />
        </Stack>
      ))}
    </Stack>
  );
}

function isRules(key: string, value: unknown): value is Record<string, RuleLevel> {
  return key === "rules" && typeof value === "object" && value !== null && !Array.isArray(value);
}

function Keys({
  keys,
  value,
  onChange,
  problems = [],
  disabled = false,
  codes,
  inputs = {},
  optionalTexts = [],
}: Omit<SettingsFieldsProps, "groups"> & { keys: readonly string[] }) {
  const problemOf = (key: string) =>
    problems.find(({ path }) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`))?.message;
  const set = (key: string) => (next: unknown) => onChange({ ...value, [key]: next });
  const input = (key: string) => {
    const error = problemOf(key);
    const shared = { disabled, ...(error ? { error } : {}) };
    const current = value[key];
    if (isRules(key, current)) return <RulesField key={key} value={current} onChange={set(key)} {...shared} />;
    const Own = inputs[key];
    if (Own) return <Own key={key} value={current} onChange={set(key)} {...shared} />;
    return (
      <SettingInput
        key={key}
        name={key}
        value={current}
        onChange={set(key)}
        codes={codes?.[key]}
        isOptional={optionalTexts.includes(key)}
        {...shared}
      />
    );
  };
  const long = keys.filter((key) => optionalTexts.includes(key) || isLong(value[key]));
  const short = keys.filter((key) => !long.includes(key));
  return (
    <Stack gap="md">
      {short.length > 0 && <SimpleGrid cols={{ base: 1, sm: 2 }}>{short.map(input)}</SimpleGrid>}
      {long.map(input)}
    </Stack>
  );
}
