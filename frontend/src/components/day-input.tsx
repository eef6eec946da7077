import { TextInput } from "@mantine/core";
import { useState } from "react";

interface DayInputProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** Nobody looks at days before this; a year that is still being typed does. */
const FIRST_DAY = "1990-01-01";

/** A day of a filter; what is half typed is no day yet. */
export function DayInput({ label, value = "", min, max, onChange }: DayInputProps) {
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      min={min}
      max={max}
      w={{ base: "calc(50% - 6px)", xs: 160 }}
      onChange={(event) => {
        const day = event.currentTarget.value;
        setTyped(day);
        if (day === "" || day >= FIRST_DAY) onChange(day || undefined);
      }}
    />
  );
}
