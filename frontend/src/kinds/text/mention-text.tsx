import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { colourOf } from "@/canvas/colours";
import type { LitObjects } from "../kind";
import { mentionsIn } from "./mentions";
import classes from "./text.module.css";

type MentionTextProps = LitObjects & { text: string };

/** A text in which what names an object is a button that lights its box. */
export function MentionText({ text, objects, lit, selected, onHover, onSelect }: MentionTextProps) {
  const { t } = useTranslation("workbench");
  const stretches = useMemo(() => mentionsIn(text, objects), [text, objects]);
  return stretches.map(({ text: words, object }, index) => {
    if (object === null) return <span key={index}>{words}</span>;
    const number = objects.findIndex(({ id }) => id === object) + 1;
    return (
      <button
        key={index}
        type="button"
        className={classes.mention}
        style={{ textDecorationColor: colourOf(number) }}
        data-lit={lit === object || undefined}
        aria-pressed={selected === object}
        title={t("description.mention", { number })}
        onPointerEnter={() => onHover(object)}
        onPointerLeave={() => onHover(null)}
        onFocus={() => onHover(object)}
        onBlur={() => onHover(null)}
        onClick={() => onSelect(object)}
      >
        {words}
      </button>
    );
  });
}
