import {
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
  type InputWrapperProps,
} from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber, formatPercent } from "@/lib/format";
import type { SchemaField, Values } from "@/lib/json-schema";
import { ShareInput } from "./share-input";
import { AnyInput, LinesInput } from "./typed-inputs";
import { useChoiceName } from "./use-choice-name";

/** Hints stand below, so that inputs side by side stay on one line. */
const order: InputWrapperProps["inputWrapperOrder"] = ["label", "input", "description", "error"];

interface SchemaFieldsProps {
  fields: readonly SchemaField[];
  values: Values;
  onChange: (values: Values) => void;
  /** The server's problem with a field, if it has one. */
  problemOf?: (name: string) => string | undefined;
  disabled?: boolean;
}

const isLong = ({ kind }: SchemaField) => kind === "textarea" || kind === "lines" || kind === "json";

/** A form out of a JSON Schema: short inputs side by side, long ones below each other. */
export function SchemaFields({ fields, values, onChange, problemOf, disabled = false }: SchemaFieldsProps) {
  const input = (field: SchemaField) => (
    <SchemaInput
      key={field.name}
      field={field}
      value={values[field.name]}
      error={problemOf?.(field.name)}
      disabled={disabled}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  );
  const short = fields.filter((field) => !isLong(field));
  return (
    <Stack>
      {short.length > 0 && <SimpleGrid cols={{ base: 1, sm: 2 }}>{short.map(input)}</SimpleGrid>}
      {fields.filter(isLong).map(input)}
    </Stack>
  );
}

interface SchemaInputProps {
  field: SchemaField;
  value: unknown;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

function SchemaInput({ field, value, error, disabled, onChange }: SchemaInputProps) {
  const help = useHelp(field);
  const nameOf = useChoiceName();
  const common = {
    label: field.title,
    description: help,
    inputWrapperOrder: order,
    required: field.required,
    error,
    disabled,
  };
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  switch (field.kind) {
    case "boolean":
      return (
        <Switch
          label={field.title}
          description={help}
          error={error}
          disabled={disabled}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "choice":
      return (
        <Select
          {...common}
          clearable={field.nullable}
          allowDeselect={field.nullable}
          value={text || null}
          data={field.choices.map((value) => ({ value, label: nameOf(field.name, value) }))}
          onChange={onChange}
        />
      );
    case "share":
      return (
        <ShareInput
          {...common}
          min={field.min ?? 0}
          max={field.max ?? 1}
          value={typeof value === "number" ? value : ""}
          onChange={onChange}
        />
      );
    case "number":
    case "integer":
      return (
        // What is out of bounds stays as typed and is refused with a reason, not changed in silence.
        <NumberInput
          {...common}
          clampBehavior="none"
          min={field.min}
          max={field.max}
          step={stepOf(field)}
          // A comma and a point both begin the digits behind it, so neither can stand between thousands.
          thousandSeparator=" "
          allowDecimal={field.kind === "number"}
          value={text === "" ? "" : Number(text)}
          onChange={onChange}
        />
      );
    case "textarea":
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxRows={14}
          maxLength={field.maxLength}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "lines":
      return <LinesInput {...common} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />;
    case "json":
      return <AnyInput {...common} value={value} onChange={onChange} />;
    default:
      return (
        <TextInput
          {...common}
          maxLength={field.maxLength}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

/** Large bounds are read in groups of three: "From 100 to 100,000". */
const plainly = (bound: number) => formatNumber(bound, digitsIn(bound));

const digitsIn = (value: number) => String(value).split(".")[1]?.length ?? 0;

/** What the field is for, and between which bounds. */
function useHelp({ help, kind, min, max }: SchemaField): string {
  const { t } = useTranslation("models");
  const written = kind === "share" ? (bound: number) => formatPercent(bound, 2) : plainly;
  const bounds =
    min !== undefined && max !== undefined
      ? t("bounds.both", { min: written(min), max: written(max) })
      : min !== undefined
        ? t("bounds.min", { min: written(min) })
        : max !== undefined
          ? t("bounds.max", { max: written(max) })
          : "";
  return [help, bounds].filter(Boolean).join(" ");
}

function stepOf({ kind, max }: SchemaField): number {
  return kind === "number" && max !== undefined && max <= 2 ? 0.05 : 1;
}
