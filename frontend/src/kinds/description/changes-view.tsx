import { Group, SegmentedControl, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useShortcuts } from "@/canvas/shortcuts";
import { WordDiff } from "@/components/word-diff";
import { recall, remember } from "@/lib/page-memory";
import { TextPair } from "../texts/text-pair";
import { useTextNames, type EarlierText } from "./earlier-texts";
import classes from "./reading.module.css";

type Form = "inline" | "sides";

const PLACE = "changes-form";

interface ChangesViewProps {
  texts: readonly EarlierText[];
  /** As it last came to rest: comparing long texts takes a moment, and letters must not wait for it. */
  current: string;
}

/** What one has made of an earlier text, word by word, while one goes on writing below it. */
export function ChangesView({ texts, current }: ChangesViewProps) {
  const { t } = useTranslation("workbench");
  const names = useTextNames(texts);
  const [key, setKey] = useState(texts[0]?.key ?? "");
  const [form, setForm] = useState<Form>(() => (recall(PLACE) === "sides" ? "sides" : "inline"));
  const at = Math.max(
    texts.findIndex((text) => text.key === key),
    0,
  );
  const before = texts[at]?.text ?? "";
  const choose = (next: Form) => {
    setForm(next);
    remember(PLACE, next);
  };
  useShortcuts("changes", [
    {
      id: "compare_other",
      keys: ["alt+o"],
      scope: "anywhere",
      isEnabled: () => texts.length > 1,
      isUnlisted: texts.length < 2,
      run: () => setKey(texts[(at + 1) % texts.length]?.key ?? ""),
    },
    {
      id: "compare_form",
      keys: ["alt+v"],
      scope: "anywhere",
      run: () => choose(form === "inline" ? "sides" : "inline"),
    },
  ]);
  return (
    <div className={classes.changes}>
      <Group gap="xs" justify="space-between">
        {texts.length > 1 ? (
          <Select
            size="xs"
            aria-label={t("description.compared_with")}
            allowDeselect={false}
            data={texts.map((text, index) => ({ value: text.key, label: names[index] ?? "" }))}
            value={texts[at]?.key ?? null}
            onChange={(next) => next !== null && setKey(next)}
          />
        ) : (
          <span />
        )}
        <SegmentedControl
          size="xs"
          aria-label={t("description.changes_form")}
          value={form}
          onChange={(next) => choose(next === "sides" ? "sides" : "inline")}
          data={[
            { value: "inline", label: t("description.inline") },
            { value: "sides", label: t("description.sides") },
          ]}
        />
      </Group>
      {form === "inline" ? (
        <div className={classes.changesText} tabIndex={0} role="region" aria-label={t("description.changes")}>
          <WordDiff before={before} after={current} />
        </div>
      ) : (
        <div className={classes.changesSides} role="region" aria-label={t("description.changes")}>
          <TextPair
            texts={[before, current]}
            titles={[names[at] ?? "", t("description.my_text")]}
            hasDifferences
            isFramed
          />
        </div>
      )}
    </div>
  );
}
