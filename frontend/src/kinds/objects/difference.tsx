import { Badge, Box, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ObjectsAnswer } from "@/api/types";
import { WordDiff } from "@/components/word-diff";
import type { DifferenceProps, LitObjects } from "../kind";
import classes from "./object-cards.module.css";
import { ObjectName, usePlace } from "./object-cards";
import { pairObjects, type ObjectChange, type ObjectPair } from "./pairs";

const colors: Record<ObjectChange, string> = {
  kept: "gray",
  edited: "blue",
  merged: "grape",
  added: "green",
  removed: "red",
};

/** Object by object: what was kept, edited, merged, added and removed. */
export function ObjectsDifference({ before, after, lighting }: DifferenceProps<ObjectsAnswer>) {
  const { t } = useTranslation("answers");
  const pairs = pairObjects(before.objects, after.objects);
  const counts = (Object.keys(colors) as ObjectChange[])
    .map((change) => ({ change, count: pairs.filter((pair) => pair.change === change).length }))
    .filter(({ count }) => count > 0);
  if (pairs.length === 0) return <Text c="dimmed">{t("objects.none")}</Text>;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {counts.map(({ change, count }) => (
          <Badge key={change} color={colors[change]}>
            {t(`objects.${change}`)}: {count}
          </Badge>
        ))}
      </Group>
      <ul className={classes.list}>
        {pairs.map((pair, index) => (
          <PairItem key={pair.after?.id ?? `removed-${String(index)}`} pair={pair} lighting={lighting} />
        ))}
      </ul>
    </Stack>
  );
}

function PairItem({ pair, lighting }: { pair: ObjectPair; lighting: LitObjects | undefined }) {
  const { t } = useTranslation("answers");
  const place = usePlace();
  const shown = pair.after ?? pair.before[0];
  const old = pair.change === "edited" || pair.change === "merged" ? pair.before : [];
  const oldText = old.map((object) => object.description).join(" ");
  const oldLabel = old.map((object) => object.label).join(" + ");
  const first = old[0];
  const moved = pair.after && first && place(first.box) !== place(pair.after.box);
  if (!shown) return null;
  return (
    <li
      className={classes.item}
      data-removed={pair.change === "removed" || undefined}
      data-active={(lighting && lighting.lit === shown.id) || undefined}
      onPointerEnter={() => lighting?.onHover(shown.id)}
      onPointerLeave={() => lighting?.onHover(null)}
    >
      <Badge color={colors[pair.change]} miw={72} style={{ flex: "none" }}>
        {t(`objects.${pair.change}`)}
      </Badge>
      <Box miw={0}>
        {oldLabel && oldLabel !== shown.label ? (
          <Text fw={600} size="sm" component="div">
            <WordDiff before={oldLabel} after={shown.label} summary={false} />
          </Text>
        ) : (
          <ObjectName
            id={shown.id}
            label={shown.label}
            {...(lighting && { onActive: lighting.onHover, onSelect: lighting.onSelect })}
          />
        )}
        {old.length > 0 && oldText !== shown.description ? (
          <Text size="sm" component="div">
            <WordDiff before={oldText} after={shown.description} summary={false} />
          </Text>
        ) : (
          <Text size="sm" className={classes.text}>
            {shown.description}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {place(shown.box)}
          {moved && ` · ${t("objects.box_moved")}`}
        </Text>
      </Box>
    </li>
  );
}
