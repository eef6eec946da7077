import { Button, SegmentedControl, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { joined, piecesOf, type Side } from "./merging";
import classes from "./workbench.module.css";

interface MergePartProps {
  mine: string;
  theirs: string;
  onMerge: (text: string) => void;
}

/** Two versions of a text put together: at each place where they differ one, the other or both. */
export function MergePart({ mine, theirs, onMerge }: MergePartProps) {
  const { t } = useTranslation("workbench");
  const pieces = useMemo(() => piecesOf(mine, theirs), [mine, theirs]);
  const places = pieces.filter((piece) => piece.kind === "choice");
  const [chosen, setChosen] = useState<ReadonlyMap<number, Side>>(new Map());
  const sides = places.map((_, at) => chosen.get(at) ?? "mine");
  const text = joined(pieces, sides);
  return (
    <section aria-labelledby="conflict-merge" className={classes.version}>
      <Title order={3} id="conflict-merge">
        {t("merge.title")}
      </Title>
      <ol className={classes.places}>
        {places.map((place, at) => (
          <li key={at}>
            <div className={classes.place}>
              <span>
                {t("conflict.mine")}: <ins>{place.mine.trim() || t("merge.nothing")}</ins>
              </span>
              <span>
                {t("conflict.theirs")}: <del>{place.theirs.trim() || t("merge.nothing")}</del>
              </span>
            </div>
            <SegmentedControl
              size="xs"
              aria-label={t("merge.place", { number: at + 1, count: places.length })}
              value={sides[at] ?? "mine"}
              onChange={(side) => setChosen((old) => new Map(old).set(at, side as Side))}
              data={(["mine", "theirs", "both"] as const).map((side) => ({
                value: side,
                label: t(`merge.${side}`),
              }))}
            />
          </li>
        ))}
      </ol>
      <div className={classes.versionText} aria-live="polite" aria-label={t("merge.result")} role="region">
        {text}
      </div>
      <div>
        <Button variant="default" onClick={() => onMerge(text)}>
          {t("merge.go_on")}
        </Button>
      </div>
    </section>
  );
}
