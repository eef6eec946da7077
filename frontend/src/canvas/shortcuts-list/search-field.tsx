import { ActionIcon, TextInput, Tooltip } from "@mantine/core";
import { IconKeyboard, IconSearch } from "@tabler/icons-react";
import { useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { combinationOf } from "../combination";
import { useKeysText } from "../key-words";
import classes from "./shortcuts-list.module.css";

export interface Question {
  by: "name" | "keys";
  text: string;
}

interface SearchFieldProps {
  question: Question;
  onAsk: (question: Question) => void;
}

/** Searches by words, or by the key itself: what does this one do? */
export function SearchField({ question, onAsk }: SearchFieldProps) {
  const { t } = useTranslation("shortcuts");
  const text = useKeysText();
  const field = useRef<HTMLInputElement>(null);
  const byKeys = question.by === "keys";
  const turn = () => {
    onAsk({ by: byKeys ? "name" : "keys", text: "" });
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!byKeys || event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape" && question.text === "") {
      turn();
      return;
    }
    const keys = combinationOf(event.nativeEvent);
    if (keys !== null) onAsk({ by: "keys", text: keys });
  };
  return (
    <TextInput
      ref={field}
      data-autofocus
      className={classes.search}
      data-mantine-stop-propagation={byKeys ? "true" : undefined}
      aria-label={byKeys ? t("by_key_label") : t("search")}
      placeholder={byKeys ? t("by_key_placeholder") : t("search_placeholder")}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        <Tooltip label={t("by_key")} openDelay={350} withinPortal>
          <ActionIcon
            variant={byKeys ? "filled" : "subtle"}
            color={byKeys ? undefined : "gray"}
            aria-label={t("by_key")}
            aria-pressed={byKeys}
            onClick={turn}
          >
            <IconKeyboard size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      }
      rightSectionWidth={38}
      readOnly={byKeys}
      value={byKeys && question.text ? text(question.text) : question.text}
      onChange={(event) => onAsk({ by: "name", text: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}
