import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { useState, type KeyboardEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { TEXT_LANGUAGE } from "@/lib/languages";
import { useUndoneCaret } from "../boxes/use-undone-caret";
import { MAX_LABEL } from "./checks";
import classes from "./objects.module.css";
import { offered, useVocabulary } from "./use-vocabulary";

type LabelFieldProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly assignmentId: number;
  readonly number: number;
  readonly value: string;
  /** Labels of this image. */
  readonly own: readonly string[];
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly onWrite: (label: string) => void;
  readonly onLeave: () => void;
  /** Enter with nothing picked: on to the description. */
  readonly onDone: () => void;
};

/** Any words will do; those that others used for such things are offered while one types. */
export function LabelField(props: LabelFieldProps) {
  const { field, number, value, isReadOnly, onWrite } = props;
  const { t } = useTranslation("workbench");
  const [hasFocus, setFocus] = useState(false);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const project = useVocabulary(props.assignmentId, value, hasFocus && !isReadOnly);
  const options = offered(value, props.own, project);
  const noteTyped = useUndoneCaret(field, value);
  const choose = (label: string) => {
    noteTyped(label);
    onWrite(label);
    combobox.closeDropdown();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { isComposing } = event.nativeEvent;
    if (isComposing || event.altKey || event.ctrlKey || event.metaKey || isReadOnly) return;
    const isOpen = combobox.dropdownOpened && options.length > 0;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) combobox.openDropdown();
      if (event.key === "ArrowDown") combobox.selectNextOption();
      else combobox.selectPreviousOption();
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (isOpen && combobox.getSelectedOptionIndex() >= 0) combobox.clickSelectedOption();
      else props.onDone();
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      combobox.closeDropdown();
    }
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" shadow="md" middlewares={{ flip: true, shift: true }}>
      <Combobox.Target withKeyboardNavigation={false} targetType="input" autoComplete="off">
        <TextInput
          ref={field}
          size="sm"
          label={t("objects.label")}
          aria-label={t("objects.label_of", { number })}
          placeholder={t("objects.label_placeholder")}
          maxLength={MAX_LABEL * 2}
          value={value}
          error={props.problem}
          readOnly={isReadOnly}
          spellCheck
          lang={TEXT_LANGUAGE}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            noteTyped(typed);
            onWrite(typed);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => setFocus(true)}
          onBlur={() => {
            setFocus(false);
            combobox.closeDropdown();
            props.onLeave();
          }}
          onClick={() => value.trim() === "" && combobox.openDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0 || isReadOnly}>
        <Combobox.Options mah={260} style={{ overflowY: "auto" }} aria-label={t("objects.suggestions")}>
          {options.map(({ label, count }) => (
            <Combobox.Option key={label} value={label} className={classes.option}>
              <span>{label}</span>
              {count > 0 && (
                <span className={classes.uses} aria-hidden="true">
                  {count}
                </span>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
