import { Combobox, Modal, Text, TextInput, useCombobox } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./command-field.module.css";
import { matching, type Entry } from "./entries";
import { useEntries } from "./use-entries";

interface CommandFieldProps {
  opened: boolean;
  onClose: () => void;
}

/** One field that goes to any page, project, sample, person, setting or act. */
export default function CommandField({ opened, onClose }: CommandFieldProps) {
  const { t } = useTranslation("commands");
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      padding={0}
      size={620}
      centered={false}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t("title")}>
        <Modal.Body>
          <Field onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function useProjectHere(): number | undefined {
  const { projectId } = useParams({ strict: false });
  return projectId && /^\d+$/.test(projectId) ? Number(projectId) : undefined;
}

function Field({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("commands");
  const [typed, setTyped] = useState("");
  const { groups, isSearching } = useEntries({ projectId: useProjectHere() }, typed, onClose);
  const shown = matching(groups, typed);
  const entries = new Map(shown.flatMap((group) => group.entries).map((entry) => [entry.id, entry]));
  const store = useCombobox({ opened: true });
  const ids = [...entries.keys()].join("\n");
  // What Enter would open is always lit: the first of them, each time there are others.
  const { selectFirstOption } = store;
  useEffect(() => {
    selectFirstOption();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the store's functions are new each time
  }, [ids]);
  return (
    <Combobox store={store} withinPortal={false} onOptionSubmit={(id) => entries.get(id)?.go()}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          size="lg"
          leftSection={<IconSearch size={18} aria-hidden />}
          aria-label={t("title")}
          placeholder={t("placeholder")}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: classes.input }}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // The list is open as long as the field is: Escape closes both.
          onKeyDown={(event) => event.key === "Escape" && onClose()}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label={t("results")}>
        {shown.map((group) => (
          <Combobox.Group key={group.id} label={[t(`group.${group.key}`), group.of].filter(Boolean).join(" · ")}>
            {group.entries.map((entry) => (
              <EntryOption key={entry.id} entry={entry} />
            ))}
          </Combobox.Group>
        ))}
        {shown.length === 0 && !isSearching && <Combobox.Empty>{t("nothing")}</Combobox.Empty>}
      </Combobox.Options>
      <Text size="xs" c="dimmed" px="md" pb="sm" role="status">
        {isSearching ? t("searching") : <span className="for-keys">{t("hint")}</span>}
      </Text>
    </Combobox>
  );
}

function EntryOption({ entry }: { entry: Entry }) {
  return (
    <Combobox.Option value={entry.id} className={classes.option}>
      <span className={classes.label}>{entry.label}</span>
      {entry.about && <span className={classes.about}>{entry.about}</span>}
    </Combobox.Option>
  );
}
