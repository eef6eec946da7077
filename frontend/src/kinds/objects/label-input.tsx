import { TextInput } from "@mantine/core";
import type { KeyboardEvent, Ref, RefObject } from "react";
import { useTranslation } from "react-i18next";
import { TEXT_LANGUAGE } from "@/lib/languages";
import { MAX_LABEL } from "./checks";

export interface LabelFieldProps {
  field: RefObject<HTMLInputElement | null>;
  assignmentId: number;
  number: number;
  value: string;
  /** Labels of this image. */
  own: readonly string[];
  problem: string | undefined;
  isReadOnly: boolean;
  onWrite: (label: string) => void;
  onLeave: () => void;
  /** Enter with nothing picked: on to the description. */
  onDone: () => void;
}

type LabelInputProps = Pick<
  LabelFieldProps,
  "number" | "value" | "problem" | "isReadOnly" | "onWrite" | "onLeave" | "onDone"
> & {
  ref: Ref<HTMLInputElement>;
  onFocus?: () => void;
  onClick?: () => void;
  /** Comes first; what it prevents is not done here. */
  onKeyDown?: (event: KeyboardEvent) => void;
};

/** The field for a label. What else it is given, such as by a list that hangs from it, is the input's. */
export function LabelInput(props: LabelInputProps) {
  const { number, problem, isReadOnly, onWrite, onLeave, onDone, onKeyDown, ...others } = props;
  const { t } = useTranslation("workbench");
  return (
    <TextInput
      {...others}
      size="sm"
      label={t("objects.label")}
      aria-label={t("objects.label_of", { number })}
      placeholder={t("objects.label_placeholder")}
      maxLength={MAX_LABEL * 2}
      error={problem}
      readOnly={isReadOnly}
      spellCheck
      lang={TEXT_LANGUAGE}
      onChange={(event) => onWrite(event.currentTarget.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        const { isComposing } = event.nativeEvent;
        if (isComposing || event.altKey || event.ctrlKey || event.metaKey || isReadOnly) return;
        onKeyDown?.(event);
        if (event.defaultPrevented || event.key !== "Enter") return;
        event.preventDefault();
        onDone();
      }}
    />
  );
}
