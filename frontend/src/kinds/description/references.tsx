import { Switch, Tabs, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useShortcuts } from "@/canvas/shortcuts";
import { WordDiff } from "@/components/word-diff";
import classes from "./description.module.css";
import { useValue, type ValueStore } from "@/lib/value-store";
import { useTextNames, type EarlierText } from "./earlier-texts";

interface ReferencesProps {
  texts: readonly EarlierText[];
  current: ValueStore<string>;
  objectCount: number;
  objectList: ReactNode;
}

const OBJECTS = "objects";

/** What there is to read while writing, one thing at a time. */
export function References({ texts, current, objectCount, objectList }: ReferencesProps) {
  const { t } = useTranslation("workbench");
  const names = useTextNames(texts);
  const [tab, setTab] = useState(objectCount > 0 || texts.length === 0 ? OBJECTS : (texts[0]?.key ?? OBJECTS));
  const keys = [OBJECTS, ...texts.map(({ key }) => key)];
  useShortcuts("references", [
    {
      id: "reference_next",
      keys: ["alt+e"],
      scope: "anywhere",
      isEnabled: () => keys.length > 1,
      run: () => setTab(keys[(keys.indexOf(tab) + 1) % keys.length] ?? OBJECTS),
    },
  ]);
  return (
    <Tabs value={tab} onChange={(next) => setTab(next ?? OBJECTS)} className={classes.references} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value={OBJECTS} data-place="objects">
          {t("description.objects_tab", { count: objectCount })}
        </Tabs.Tab>
        {texts.map((text, index) => (
          <Tabs.Tab key={text.key} value={text.key}>
            {names[index]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={OBJECTS} className={classes.reference} data-place="objects" tabIndex={-1}>
        {objectList}
      </Tabs.Panel>
      {texts.map((text) => (
        <Tabs.Panel key={text.key} value={text.key} className={classes.reference}>
          <EarlierTextView text={text.text} current={current} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function EarlierTextView({ text, current }: { text: string; current: ValueStore<string> }) {
  const { t } = useTranslation("workbench");
  const [isCompared, setCompared] = useState(false);
  return (
    <div className={classes.earlier}>
      <Switch
        size="xs"
        mb="xs"
        label={t("description.compare")}
        checked={isCompared}
        onChange={(event) => setCompared(event.currentTarget.checked)}
      />
      {isCompared ? (
        <ComparedWith text={text} current={current} />
      ) : (
        <Text size="sm" className={classes.pre}>
          {text || t("description.empty_text")}
        </Text>
      )}
    </div>
  );
}

function ComparedWith({ text, current }: { text: string; current: ValueStore<string> }) {
  return <WordDiff before={text} after={useValue(current)} />;
}
