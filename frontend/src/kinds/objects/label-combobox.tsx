import { Combobox, useCombobox } from "@mantine/core";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useUndoneCaret } from "../boxes/use-undone-caret";
import { LabelInput, type LabelFieldProps } from "./label-input";
import classes from "./objects.module.css";
import { offered, useVocabulary } from "./use-vocabulary";

/** The field for a label with a list of the words that others used for such things. */
export function LabelCombobox({ field, assignmentId, own, onWrite, onLeave, ...props }: LabelFieldProps) {
  const { value, isReadOnly } = props;
  const { t } = useTranslation("workbench");
  const [hasFocus, setFocus] = useState(false);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const project = useVocabulary(assignmentId, value, hasFocus && !isReadOnly);
  const options = offered(value, own, project);
  const noteTyped = useUndoneCaret(field, value);
  const write = (label: string) => {
    noteTyped(label);
    onWrite(label);
  };
  const choose = (label: string) => {
    write(label);
    combobox.closeDropdown();
  };
  const type = (label: string) => {
    write(label);
    combobox.openDropdown();
    combobox.resetSelectedOption();
  };
  const leave = () => {
    setFocus(false);
    combobox.closeDropdown();
    onLeave();
  };
  const isOpen = combobox.dropdownOpened && options.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const isForList =
      isOpen && (event.key === "Escape" || (event.key === "Enter" && combobox.getSelectedOptionIndex() >= 0));
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (!isForList && !isArrow) return;
    event.preventDefault();
    if (event.key === "Escape") combobox.closeDropdown();
    else if (event.key === "Enter") combobox.clickSelectedOption();
    else {
      if (!isOpen) combobox.openDropdown();
      if (event.key === "ArrowDown") combobox.selectNextOption();
      else combobox.selectPreviousOption();
    }
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      position="bottom-start"
      shadow="md"
      middlewares={{ flip: true, shift: true }}
    >
      <Combobox.Target withKeyboardNavigation={false} targetType="input" autoComplete="off">
        <LabelInput
          {...props}
          ref={field}
          onWrite={type}
          onLeave={leave}
          onFocus={() => setFocus(true)}
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
