import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPercent, percentSigns } from "@/lib/format";

type Share = number | "";

interface ShareInputProps extends Omit<
  NumberInputProps<number>,
  "value" | "defaultValue" | "onChange" | "suffix" | "decimalSeparator" | "decimalScale" | "clampBehavior"
> {
  /** From 0 to 1, as the server keeps it; empty where there is none. */
  value?: number | string | null | undefined;
  onChange: (share: Share) => void;
  /** The ends, from 0 to 1. */
  min?: number;
  max?: number;
  /** In percent. */
  step?: number;
}

/** So many digits of a percentage are typed and shown. */
const DIGITS = 2;

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

const inPercent = (share: number) => rounded(share * 100, DIGITS);

function percentOf(share: ShareInputProps["value"]): number | "" {
  return share === "" || share === null || share === undefined ? "" : inPercent(Number(share));
}

function shareOf(percent: number | string): Share {
  const number = percent === "" ? NaN : Number(percent);
  return Number.isNaN(number) ? "" : rounded(number / 100, DIGITS + 2);
}

/**
 * A share as it is shown everywhere else: in percent, with the comma or the point of the language. What is out of
 * bounds stays as typed and is refused, in words of its own: the server's are about numbers from 0 to 1.
 */
export function ShareInput({ value, onChange, min = 0, max = 1, step = 5, error, ...rest }: ShareInputProps) {
  const { t } = useTranslation("common");
  const { decimal, percent } = percentSigns();
  // What is typed is kept as typed, so that "12." can go on; another value from outside replaces it.
  const [typed, setTyped] = useState<number | string>(() => percentOf(value));
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (percentOf(shareOf(typed)) !== percentOf(value)) setTyped(percentOf(value));
  }
  const share = shareOf(typed);
  const isOutside = share !== "" && (share < min || share > max);
  const ends = { min: formatPercent(min, DIGITS), max: formatPercent(max, DIGITS) };
  return (
    <NumberInput<number>
      {...rest}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        onChange(shareOf(next));
      }}
      min={inPercent(min)}
      max={inPercent(max)}
      step={step}
      suffix={percent}
      decimalSeparator={decimal}
      decimalScale={DIGITS}
      allowNegative={false}
      clampBehavior="none"
      error={isOutside ? t("share_between", ends) : error}
    />
  );
}
