import { Text } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Picture } from "../texts";
import { letterOf, stepsOf, unranked, type Ranks } from "./model";
import classes from "./ranking.module.css";
import { TextCard } from "./text-card";
import { useDrag } from "./use-drag";
import type { RankingDesk } from "./use-ranking-desk";

interface PlacesProps {
  texts: readonly string[];
  /** What is ranked instead of texts, if there are any. */
  pictures: readonly Picture[];
  ranks: Ranks;
  desk: RankingDesk;
  panel: RefObject<HTMLElement | null>;
  hasTies: boolean;
  isReadOnly: boolean;
  isRefused: (text: number) => boolean;
}

/** The places from the best to the worst, and below them what has none yet. */
export function Places({ texts, pictures, ranks, desk, panel, hasTies, isReadOnly, isRefused }: PlacesProps) {
  const { t } = useTranslation("workbench");
  const { drag, gripOf } = useDrag({ panel, hasTies, onDrop: desk.drop });
  const steps = stepsOf(ranks);
  const open = unranked(ranks);
  const target = drag?.target ?? null;
  const card = (text: number) => (
    <TextCard
      key={text}
      text={text}
      words={texts[text] ?? ""}
      picture={pictures[text]}
      ranks={ranks}
      desk={desk}
      grip={isReadOnly ? null : gripOf(text)}
      isDragged={drag?.text === text}
      isRefused={isRefused(text)}
      hasTies={hasTies}
    />
  );
  const before = target !== null && target !== "out" && "before" in target ? target.before : null;
  const into = target !== null && target !== "out" && "into" in target ? target.into : null;
  return (
    <>
      <section aria-label={t("ranking.places")}>
        {steps.length === 0 && (
          <Text size="sm" c="dimmed" className={classes.empty} data-drop={before === 0 || undefined}>
            {t("ranking.none")} <span className="for-keys">{t("ranking.none_key")}</span>
          </Text>
        )}
        <ol className={classes.places} data-pictures={pictures.length > 0 || undefined}>
          {steps.map((step, at) => {
            const place = ranks[step[0] ?? 0] ?? at + 1;
            const isLast = at === steps.length - 1;
            return (
              <li
                key={step.join()}
                className={classes.place}
                data-step=""
                data-drop={
                  into === at ? "into" : before === at ? "before" : before === at + 1 && isLast ? "after" : undefined
                }
                aria-label={t("ranking.place", { place })}
              >
                <span className={classes.number} aria-hidden="true">
                  {place}
                </span>
                <div className={classes.step}>
                  {step.map(card)}
                  {step.length > 1 && (
                    <Text size="xs" c="dimmed" className={classes.tied}>
                      {t("ranking.tied")}
                    </Text>
                  )}
                </div>
              </li>
            );
          })}
        </ol>
      </section>
      <section
        aria-label={t("ranking.open")}
        className={classes.open}
        data-pictures={pictures.length > 0 || undefined}
        data-unranked=""
        data-drop={target === "out" || undefined}
      >
        <Text component="h3" size="sm" fw={600} m={0}>
          {open.length === 0 ? t("ranking.all_ranked") : t("ranking.open_count", { count: open.length })}
        </Text>
        {open.map(card)}
      </section>
      {drag && (
        <span className={classes.ghost} style={{ left: drag.x, top: drag.y }} aria-hidden="true">
          {letterOf(drag.text)}
        </span>
      )}
    </>
  );
}
