import { Text, VisuallyHidden } from "@mantine/core";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { compareTexts, type Stretch } from "./parts";
import classes from "./texts.module.css";

interface TextPairProps {
  texts: readonly string[];
  /** What stands above each text; by default left and right. */
  titles?: readonly string[] | undefined;
  /** Marks the words that only one of the two has. */
  hasDifferences: boolean;
  /** Each text scrolls in a frame of its own. */
  isFramed?: boolean;
}

/** Two texts side by side, one under the other where there is no room; a single one, or more than two. */
export function TextPair({ texts, titles, hasDifferences, isFramed = false }: TextPairProps) {
  const { t } = useTranslation("answers");
  const [left = "", right] = texts;
  const names = titles ?? usualNames(t, texts.length);
  const compared = useMemo(
    () => (hasDifferences && texts.length === 2 ? compareTexts(left, right ?? "") : null),
    [hasDifferences, texts.length, left, right],
  );
  /** Texts with names may stand one above the other: then neither is the left one. */
  const onlyIn = (side: "left" | "right", count: number) =>
    titles ? t("texts.only_in", { title: names[side === "left" ? 0 : 1], count }) : t(`texts.${side}_only`, { count });
  const stretches = [compared?.left, compared?.right];
  const columns = (texts.length === 0 ? [""] : texts).map((text, at) => ({ text, stretches: stretches[at] }));
  return (
    <div className={classes.container} data-framed={isFramed || undefined}>
      {compared && (
        <Text size="sm" c="dimmed" role="status" mb={6}>
          {left === right
            ? t("texts.same")
            : `${onlyIn("left", compared.leftOnly)} · ${onlyIn("right", compared.rightOnly)}`}
        </Text>
      )}
      <div className={classes.pair} data-count={columns.length} data-framed={isFramed || undefined}>
        {columns.map(({ text, stretches }, index) => (
          <section key={index} className={classes.column} aria-label={names[index]}>
            <h3 className={classes.head}>{names[index]}</h3>
            {/* It may scroll, so the keyboard must be able to reach it. */}
            <div
              className={classes.text}
              {...(isFramed ? { role: "group", "aria-label": names[index], tabIndex: 0 } : {})}
            >
              {text === "" ? (
                <Text c="dimmed" size="sm">
                  {t("description.empty")}
                </Text>
              ) : stretches ? (
                <Marked stretches={stretches} />
              ) : (
                text
              )}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

/** Of two texts one is the left one; more of them have letters. */
function usualNames(t: TFunction<"answers">, count: number): string[] {
  if (count < 2) return [t("texts.single")];
  if (count === 2) return [t("texts.left"), t("texts.right")];
  return Array.from({ length: count }, (_, at) => t("texts.lettered", { letter: String.fromCharCode(65 + at) }));
}

function Marked({ stretches }: { stretches: readonly Stretch[] }) {
  const { t } = useTranslation("answers");
  return stretches.map(({ text, isOwn }, index) =>
    isOwn ? (
      <mark key={index} className={classes.own}>
        <VisuallyHidden>{t("texts.only_here")}</VisuallyHidden>
        {text}
        <VisuallyHidden>{t("diff.end_mark")}</VisuallyHidden>
      </mark>
    ) : (
      <span key={index}>{text}</span>
    ),
  );
}
