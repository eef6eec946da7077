import { Checkbox, NumberInput, Stack } from "@mantine/core";
import type { ReactNode } from "react";

interface ChoicesProps {
  label: string;
  hint?: string;
  values: string[];
  onValues: (values: string[]) => void;
  error?: ReactNode;
  children: ReactNode;
}

export function Choices({ label, hint, values, onValues, error, children }: ChoicesProps) {
  return (
    <Checkbox.Group label={label} description={hint} value={values} onChange={onValues} error={error}>
      <Stack gap="sm" my="sm">
        {children}
      </Stack>
    </Checkbox.Group>
  );
}

interface LimitProps {
  label: string;
  hint: string;
  value: number | null;
  onValue: (value: number | null) => void;
  error?: ReactNode;
  whole?: boolean;
}

/** A number that may be left out. */
export function Limit({ label, hint, value, onValue, error, whole = false }: LimitProps) {
  return (
    <NumberInput
      label={label}
      description={hint}
      maw={480}
      min={whole ? 1 : 0}
      clampBehavior="blur"
      allowDecimal={!whole}
      allowNegative={false}
      value={value ?? ""}
      error={error}
      onChange={(given) => onValue(given === "" || Number(given) <= 0 ? null : Number(given))}
    />
  );
}
