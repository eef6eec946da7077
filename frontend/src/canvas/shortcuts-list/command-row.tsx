import { ActionIcon, Text, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconCirclePlus } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useKeysText } from "../key-words";
import { KeysView } from "../keys-view";
import { clashes, firstHolders, type Place } from "./changes";
import { Recorder } from "./recorder";
import { shownKeys, type Member, type Row, type RowGroup } from "./rows";
import classes from "./shortcuts-list.module.css";
import type { KeyChoicesOnPage } from "./use-key-choices";

interface CommandRowProps {
  row: Row;
  groups: readonly RowGroup[];
  choices: KeyChoicesOnPage;
}

interface Recording {
  member: Member;
  old: string | null;
}

/** One command: its name, and its keys as buttons that change them. */
export function CommandRow({ row, groups, choices }: CommandRowProps) {
  const { t } = useTranslation("shortcuts");
  const [recording, setRecording] = useState<Recording | null>(null);
  const keys = useRef<HTMLDivElement>(null);
  const isChanged = row.members.some((member) => member.isChanged);
  const [only, ...others] = row.members;
  const wanted = useRef<string | null>(null);
  useFocusBack(keys, recording !== null, wanted);
  const placeOf = (member: Member): Place => ({ row, member });
  const done = (keysToFocus: string | null) => {
    wanted.current = keysToFocus;
    setRecording(null);
  };
  return (
    <li className={classes.row} data-changed={isChanged || undefined}>
      <Text size="sm" className={classes.name}>
        {row.name}
      </Text>
      {recording ? (
        <Recorder
          place={placeOf(recording.member)}
          old={recording.old}
          groups={groups}
          onCancel={() => done(recording.old)}
          onGive={(next, holders) => {
            choices.give(placeOf(recording.member), recording.old, next, holders);
            done(next);
          }}
        />
      ) : (
        <div className={classes.chips} ref={keys} role="group" aria-label={t("keys_of", { name: row.name })}>
          {row.members.map((member) => (
            <MemberKeys
              key={member.choice}
              place={placeOf(member)}
              taken={firstHolders(groups, placeOf(member)).flatMap((holder) => holder.member.keys)}
              isOneOfSeveral={others.length > 0}
              onChange={(old) => setRecording({ member, old })}
            />
          ))}
          {only && others.length === 0 && (
            <SmallButton label={t("add", { name: row.name })} onClick={() => setRecording({ member: only, old: null })}>
              <IconCirclePlus size={15} aria-hidden />
            </SmallButton>
          )}
          {others.length > 0 && !isChanged && <span className={classes.gap} />}
          {isChanged && (
            <SmallButton
              label={t("reset", { name: row.name })}
              isMarked
              onClick={() => choices.reset(row.name, row.members.map(placeOf))}
            >
              <IconArrowBackUp size={14} aria-hidden />
            </SmallButton>
          )}
        </div>
      )}
      <Clashes row={row} groups={groups} />
      <Taken row={row} groups={groups} />
    </li>
  );
}

interface MemberKeysProps {
  place: Place;
  /** Keys that are another command's while this page is open. */
  taken: readonly string[];
  isOneOfSeveral: boolean;
  onChange: (old: string | null) => void;
}

function MemberKeys({ place: { row, member }, taken, isOneOfSeveral, onChange }: MemberKeysProps) {
  const { t } = useTranslation("shortcuts");
  const text = useKeysText();
  const shown = shownKeys(member);
  const own = text(shownKeys({ ...member, keys: member.own })[0] ?? "");
  // Of one of several directions it must be said which one a new key is for.
  const stands = isOneOfSeveral && member.isChanged ? ` (${t("stands_for", { keys: own })})` : "";
  if (shown.length === 0) {
    return (
      <button
        type="button"
        className={classes.chip}
        data-empty
        aria-label={t("change_none", { name: row.name }) + stands}
        onClick={() => onChange(null)}
      >
        {t("no_key")}
      </button>
    );
  }
  return shown.map((keys) => (
    <button
      key={keys}
      type="button"
      className={classes.chip}
      data-keys={keys}
      data-changed={member.isChanged || undefined}
      data-taken={taken.includes(keys) || undefined}
      aria-label={t("change", { keys: text(keys), name: row.name }) + stands}
      onClick={() => onChange(keys)}
    >
      <KeysView keys={keys} />
    </button>
  ));
}

interface SmallButtonProps {
  label: string;
  isMarked?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function SmallButton({ label, isMarked, onClick, children }: SmallButtonProps) {
  return (
    <Tooltip label={label} openDelay={350} withinPortal>
      <ActionIcon
        variant="subtle"
        color={isMarked ? undefined : "gray"}
        size={24}
        aria-label={label}
        className={classes.small}
        data-marked={isMarked || undefined}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** Chosen on another page, a key may be somebody else's here. */
function Clashes({ row, groups }: Pick<CommandRowProps, "row" | "groups">) {
  const { t } = useTranslation("shortcuts");
  const text = useKeysText();
  return sharedKeys(row, (place) => clashes(groups, place)).map(({ keys, name }) => (
    <Text key={`${keys} ${name}`} size="xs" className={classes.clash}>
      {t("clash", { keys: text(keys), name })}
    </Text>
  ));
}

/** The work on this page has some keys first: what else they do elsewhere, they do not do here. */
function Taken({ row, groups }: Pick<CommandRowProps, "row" | "groups">) {
  const { t } = useTranslation("shortcuts");
  const text = useKeysText();
  return sharedKeys(row, (place) => firstHolders(groups, place)).map(({ keys, name }) => (
    <Text key={`${keys} ${name}`} size="xs" c="dimmed" className={classes.taken}>
      {t("taken_here", { keys: text(keys), name })}
    </Text>
  ));
}

function sharedKeys(row: Row, othersOf: (place: Place) => readonly Place[]): { keys: string; name: string }[] {
  return row.members.flatMap((member) =>
    othersOf({ row, member }).map((other) => ({
      keys: member.keys.find((keys) => other.member.keys.includes(keys)) ?? "",
      name: other.row.name,
    })),
  );
}

/** When the recorder goes, the focus comes to the key that came of it, or to the first of the row. */
function useFocusBack(
  keys: React.RefObject<HTMLElement | null>,
  isRecording: boolean,
  wanted: React.RefObject<string | null>,
): void {
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !isRecording) {
      const chips = [...(keys.current?.querySelectorAll("button") ?? [])];
      (chips.find((chip) => chip.dataset["keys"] === wanted.current) ?? chips[0])?.focus();
    }
    was.current = isRecording;
  }, [isRecording, keys, wanted]);
}
