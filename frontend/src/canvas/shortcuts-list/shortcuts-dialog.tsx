import { Button, Modal, Popover, Stack, Switch, Text } from "@mantine/core";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { keyStore } from "@/lib/key-store";
import { useKeysText } from "../key-words";
import { useKeyPreferences, useShortcutRegistry, type CommandGroup } from "../shortcuts";
import { CommandRow } from "./command-row";
import { foundByKeys, foundByName, type RowGroup } from "./rows";
import { SearchField, type Question } from "./search-field";
import classes from "./shortcuts-list.module.css";
import { SHOWN_WITH } from "./shown-with";
import { useKeyChoices } from "./use-key-choices";

interface ShortcutsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** All that can be done by keys on this page right now, to search and to change. */
export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation("shortcuts");
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size={720}
      title={<Text fw={600}>{t("title")}</Text>}
      closeButtonProps={{ "aria-label": t("close") }}
      classNames={{ body: classes.body }}
    >
      {/* The names of the commands may still have to be fetched; the page below must not wait for them. */}
      <Suspense fallback={null}>{isOpen && <ShortcutsList />}</Suspense>
    </Modal>
  );
}

function ShortcutsList() {
  const { t } = useTranslation("shortcuts");
  const registry = useShortcutRegistry();
  const { singleKeys } = useKeyPreferences();
  // What the page offers does not change while the list lies over it.
  const [commands] = useState(() => together([...(registry?.list() ?? [])].reverse()));
  const choices = useKeyChoices(commands);
  const [question, setQuestion] = useState<Question>({ by: "name", text: "" });
  const matches = useFound(choices.groups, question);
  return (
    <Stack gap="md">
      <SearchField question={question} onAsk={setQuestion} />
      <Groups matches={matches} question={question} choices={choices} />
      <Switch
        label={t("single_keys")}
        description={t("single_keys_hint")}
        checked={singleKeys}
        onChange={(event) => keyStore.change({ singleKeys: event.currentTarget.checked })}
      />
      {commands.some(({ group }) => group === "view") && (
        <Text size="sm" c="dimmed">
          {t("mouse")}
        </Text>
      )}
      {choices.changed > 0 && <ResetAll count={choices.changed} onReset={choices.resetAll} />}
      <div role="status" className={classes.srOnly}>
        {choices.said}
      </div>
    </Stack>
  );
}

function together(groups: readonly CommandGroup[]): CommandGroup[] {
  const byTitle = new Map<string, CommandGroup>();
  for (const { group, commands } of groups) {
    const name = SHOWN_WITH[group] ?? group;
    byTitle.set(name, { group: name, commands: [...(byTitle.get(name)?.commands ?? []), ...commands] });
  }
  return [...byTitle.values()];
}

function useGroupName(): (group: string) => string {
  const { t } = useTranslation("shortcuts");
  return useMemo(() => (group) => t(`groups.${group}` as "groups.other", { defaultValue: t("groups.other") }), [t]);
}

function useFound(groups: readonly RowGroup[], question: Question): readonly RowGroup[] {
  const groupName = useGroupName();
  const text = useKeysText();
  return useMemo(() => {
    if (question.text === "") return groups;
    return question.by === "keys"
      ? foundByKeys(groups, question.text)
      : foundByName(groups, question.text, groupName, text);
  }, [groups, question, groupName, text]);
}

interface GroupsProps {
  matches: readonly RowGroup[];
  question: Question;
  choices: ReturnType<typeof useKeyChoices>;
}

function Groups({ matches, question, choices }: GroupsProps) {
  const { t } = useTranslation("shortcuts");
  const text = useKeysText();
  const groupName = useGroupName();
  const count = matches.reduce((sum, { rows }) => sum + rows.length, 0);
  const isAsked = question.text !== "";
  return (
    <div className={classes.groups}>
      {matches.map(({ group, rows }) => (
        <section key={group} aria-label={groupName(group)}>
          <h3 className={classes.group}>{groupName(group)}</h3>
          <ul className={classes.rows}>
            {rows.map((row) => (
              <CommandRow key={row.id} row={row} groups={choices.groups} choices={choices} />
            ))}
          </ul>
        </section>
      ))}
      <Text size="sm" c="dimmed" role="status" className={isAsked && count === 0 ? classes.nothing : classes.srOnly}>
        {!isAsked
          ? ""
          : count > 0
            ? t("found", { count })
            : question.by === "keys"
              ? t("none_key", { keys: text(question.text) })
              : t("none")}
      </Text>
    </div>
  );
}

function ResetAll({ count, onReset }: { count: number; onReset: () => void }) {
  const { t } = useTranslation("shortcuts");
  const [isAsking, setAsking] = useState(false);
  return (
    <Popover
      opened={isAsking}
      onChange={setAsking}
      position="top-start"
      withArrow
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <Button variant="default" size="xs" className={classes.resetAll} onClick={() => setAsking((was) => !was)}>
          {t("reset_all")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("reset_all_title")}>
        <Stack gap="xs" maw={300}>
          <Text size="sm">{t("reset_all_text", { count })}</Text>
          <Button size="xs" onClick={onReset}>
            {t("reset_all")}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
