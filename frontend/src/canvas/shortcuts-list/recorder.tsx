import { Button, Group, Text, TextInput } from "@mantine/core";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { combinationOf } from "../combination";
import { hasTwins, twinOf } from "../key-choices";
import { useKeysText } from "../key-words";
import { holdersOf, type Place } from "./changes";
import { reasonAgainst, type Reason } from "./reserved";
import type { RowGroup } from "./rows";
import classes from "./shortcuts-list.module.css";

interface RecorderProps {
  place: Place;
  /** The key that is exchanged; null when one is added. */
  old: string | null;
  groups: readonly RowGroup[];
  onGive: (keys: string | null, holders: readonly Place[]) => void;
  onCancel: () => void;
}

type Pressed = { keys: string; reason: Reason | null; holders: readonly Place[] } | "unknown";

/** Listens for one combination, says why it cannot be had, or whose it is. */
export function Recorder({ place, old, groups, onGive, onCancel }: RecorderProps) {
  const { t } = useTranslation("shortcuts");
  const text = useKeysText();
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const { row, member } = place;

  const take = (keys: string) => {
    const reason = reasonAgainst(keys, member.command);
    const wanted = hasTwins(member.own) ? [keys, twinOf(keys)] : [keys];
    const holders = holdersOf(groups, wanted, member.choice);
    if (reason === null && holders.length === 0) onGive(keys, []);
    else setPressed({ keys, reason, holders });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Tab leads away from here as from everywhere else.
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape" && !event.shiftKey) onCancel();
    else {
      const keys = combinationOf(event.nativeEvent);
      if (keys !== null) take(keys);
      else if (event.key === "Dead" || event.key === "Unidentified") setPressed("unknown");
    }
  };
  const isTaken = pressed !== null && pressed !== "unknown" && pressed.reason === null;
  return (
    <div className={classes.recorder}>
      <TextInput
        readOnly
        // Whoever pressed "change" expects the next key to be the new one.
        data-autofocus
        ref={(element) => {
          if (element && pressed === null) element.focus();
        }}
        // The dialog around it would close at Escape.
        data-mantine-stop-propagation="true"
        aria-label={t("recorder.label", { name: row.name })}
        placeholder={t("recorder.placeholder")}
        value={pressed === null || pressed === "unknown" ? "" : text(pressed.keys)}
        onKeyDown={onKeyDown}
        size="xs"
      />
      <Text size="xs" c="dimmed" role="status" component="div" className={classes.verdict}>
        <Verdict pressed={pressed} />
      </Text>
      <Group gap={6}>
        {isTaken && (
          <Button size="compact-xs" onClick={() => onGive(pressed.keys, pressed.holders)}>
            {t("recorder.take")}
          </Button>
        )}
        {old !== null && (
          <Button size="compact-xs" variant="default" onClick={() => onGive(null, [])}>
            {t("recorder.remove")}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onCancel}>
          {t("recorder.cancel")}
        </Button>
      </Group>
    </div>
  );
}

function Verdict({ pressed }: { pressed: Pressed | null }) {
  const { t } = useTranslation("shortcuts");
  const text = useKeysText();
  if (pressed === null) return t("recorder.hint");
  if (pressed === "unknown") return t("recorder.unknown");
  const keys = text(pressed.keys);
  if (pressed.reason) return t(`refused.${pressed.reason}`, { keys });
  const names = [...new Set(pressed.holders.map(({ row }) => row.name))].join(", ");
  return t("recorder.taken", { keys, name: names });
}
