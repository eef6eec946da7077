import { JsonInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

interface TypedProps<T> {
  label: string;
  description: string;
  required: boolean;
  error: string | undefined;
  disabled: boolean;
  value: T;
  onChange: (value: unknown) => void;
}

/** One entry per line; what is typed is kept as typed, so that a new line can be begun. */
export function LinesInput({ value, onChange, ...props }: TypedProps<string[]>) {
  const [typed, setTyped] = useState(() => value.join("\n"));
  return (
    <Textarea
      {...props}
      autosize
      minRows={2}
      maxRows={10}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(
          event.currentTarget.value
            .split("\n")
            .map((line) => line.trim())
            .filter(Boolean),
        );
      }}
    />
  );
}

export function AnyInput({ value, onChange, ...props }: TypedProps<unknown>) {
  const { t } = useTranslation("settings");
  const [typed, setTyped] = useState(() => JSON.stringify(value ?? null, null, 2));
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
