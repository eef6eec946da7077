import {
  JsonInput,
  MultiSelect,
  NumberInput,
  Switch,
  Text,
  Textarea,
  TextInput,
  type InputWrapperProps,
} from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type catalogue from "@/locales/en/settings.json";
import { ShareInput } from "./share-input";
import type { TermId } from "./term/glossary";
import { Term } from "./term/term";

type FieldKey = keyof (typeof catalogue)["field"];

/** Hints stand below, so that inputs side by side stay on one line. */
const order: InputWrapperProps["inputWrapperOrder"] = ["label", "input", "description", "error"];

interface SettingInputProps {
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
  disabled?: boolean;
  error?: string;
  codes?: Readonly<Record<string, string>> | undefined;
  /** A text that may be missing: an empty input means that there is none. */
  isOptional?: boolean;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Whether an input needs the whole width. */
export function isLong(value: unknown): boolean {
  if (typeof value === "string") return value.length > 40;
  return typeof value === "object" && value !== null;
}

/** Our words for a setting, or its own name made readable. */
export function useSettingName(): (name: string) => { label: string; description?: string } {
  const { t, i18n } = useTranslation("settings");
  return (name) => {
    const plain = name.replaceAll("_", " ");
    const label = i18n.exists(`settings:field.${name}.label`) ? t(`field.${name as FieldKey}.label`) : plain;
    const help = i18n.exists(`settings:field.${name}.help`) ? t(`field.${name as FieldKey}.help`) : "";
    return { label, ...(help ? { description: help } : {}) };
  };
}

/** Settings that are named by a word of the glossary. A label presses its input, so that the word is explained below it. */
const TERMS: Readonly<Record<string, TermId & keyof (typeof catalogue)["term"]>> = { spot_check_share: "spot_check" };

/** Settings that are shares, with their ends: they are shown in percent. */
const SHARES: Readonly<Record<string, { min?: number; max?: number }>> = {
  canned_often_share: {},
  capitals_share: {},
  gold_accuracy: {},
  // Strictly more than this must say yes: all of them are not enough.
  majority: { max: 0.99 },
  pasted_share: {},
  spot_check_share: {},
  text_yes_share: {},
};

export function SettingInput({ name, value, onChange, disabled, error, codes, isOptional = false }: SettingInputProps) {
  const { t } = useTranslation("settings");
  const { label, description } = useSettingName()(name);
  const term = TERMS[name];
  const common = { label, description, disabled, error, inputWrapperOrder: order };
  if (typeof value === "boolean") {
    return (
      <Switch
        label={label}
        description={description}
        disabled={disabled ?? false}
        error={error}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (typeof value === "number") {
    const put = (next: number | string) => {
      if (next !== "") onChange(Number(next));
    };
    const ends = SHARES[name];
    const input = ends ? (
      <ShareInput {...common} {...ends} value={value} onChange={put} />
    ) : (
      <NumberInput {...common} step={value > 0 && value < 1 ? 0.05 : 1} value={value} onChange={put} />
    );
    if (!term) return input;
    return (
      <div>
        {input}
        <Text component="div" size="xs" c="dimmed" mt={2}>
          <Term id={term}>{t(`term.${term}`)}</Term>
        </Text>
      </div>
    );
  }
  if (isTexts(value)) {
    if (codes) return <CodeList {...common} codes={codes} value={value} onChange={onChange} />;
    return (
      <Lines
        {...common}
        description={[description, t("one_per_line")].filter(Boolean).join(" ")}
        value={value}
        onChange={onChange}
      />
    );
  }
  if (value === null || typeof value === "string") {
    return (
      <TextInput
        {...common}
        placeholder={value === null ? t("no_text") : ""}
        value={value ?? ""}
        onChange={(event) => {
          const text = event.currentTarget.value;
          onChange(text === "" && isOptional ? null : text);
        }}
      />
    );
  }
  return <JsonSetting {...common} value={value} onChange={onChange} />;
}

interface ListProps {
  label: string;
  description?: string;
  disabled?: boolean | undefined;
  error?: string | undefined;
  value: string[];
  onChange: (value: unknown) => void;
}

function CodeList({ codes, ...props }: ListProps & { codes: Readonly<Record<string, string>> }) {
  const data = Object.entries(codes).map(([value, label]) => ({ value, label }));
  // A long name ends in dots rather than widening the page.
  return <MultiSelect {...props} clearable miw={0} styles={{ pillsList: { minWidth: 0 } }} data={data} />;
}

/** One entry per line; what is typed is kept as typed, so that a new line can be begun. */
function Lines({ value, onChange, ...props }: ListProps) {
  const [typed, setTyped] = useState(value.join("\n"));
  const lines = (text: string) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  // Another value from outside (discarded changes) replaces what was typed.
  if (JSON.stringify(lines(typed)) !== JSON.stringify(value)) setTyped(value.join("\n"));
  return (
    <Textarea
      {...props}
      autosize
      minRows={2}
      maxRows={10}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(lines(event.currentTarget.value));
      }}
    />
  );
}

function JsonSetting({ value, onChange, ...props }: Omit<ListProps, "value"> & { value: unknown }) {
  const { t } = useTranslation("settings");
  const [typed, setTyped] = useState(() => JSON.stringify(value, null, 2));
  return (
    <JsonInput
      {...props}
      autosize
      minRows={2}
      validationError={t("not_json")}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        try {
          onChange(JSON.parse(text) as unknown);
        } catch {
          // Half-typed text is no value yet; the input says so.
        }
      }}
    />
  );
}
