import { Switch, Tabs, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { textOfAnswer, type Answer, type Assignment } from "@/api/types";
import { WordDiff } from "@/components/word-diff";
import classes from "./description.module.css";

export type EarlierText = { readonly key: string; readonly isStart: boolean; readonly text: string };

/** Starting text first. Nobody is told which text came from a model and which from a person. */
export function earlierTexts(assignment: Assignment): EarlierText[] {
  const texts = assignment.texts.map(({ key, answer }) => ({
    key,
    isStart: key === assignment.start_key,
    text: textOf(answer),
  }));
  return [...texts.filter((text) => text.isStart), ...texts.filter((text) => !text.isStart)];
}

export function textOf(answer: Answer): string {
  return textOfAnswer(answer) ?? "";
}

type ReferencesProps = {
  readonly texts: readonly EarlierText[];
  readonly current: string;
  readonly objectCount: number;
  readonly objectList: ReactNode;
};

/** What there is to read while writing, one thing at a time. */
export function References({ texts, current, objectCount, objectList }: ReferencesProps) {
  const { t } = useTranslation("workbench");
  const others = texts.filter((text) => !text.isStart).length;
  const nameOf = (text: EarlierText, index: number) => {
    if (text.isStart) return t("description.starting_text");
    if (others === 1) return t("description.other_text");
    return t("description.other_text_n", { number: index + 1 - (texts[0]?.isStart ? 1 : 0) });
  };
  return (
    <Tabs defaultValue={objectCount > 0 || texts.length === 0 ? "objects" : texts[0]?.key} className={classes.references} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="objects">{t("description.objects_tab", { count: objectCount })}</Tabs.Tab>
        {texts.map((text, index) => (
          <Tabs.Tab key={text.key} value={text.key}>
            {nameOf(text, index)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="objects" className={classes.reference} tabIndex={-1}>
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

function EarlierTextView({ text, current }: { readonly text: string; readonly current: string }) {
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
        <WordDiff before={text} after={current} />
      ) : (
        <Text size="sm" className={classes.pre}>
          {text || t("description.empty_text")}
        </Text>
      )}
    </div>
  );
}
