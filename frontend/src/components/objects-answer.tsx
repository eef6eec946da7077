import { Badge, Box, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Box as ObjectBox, ObjectAnswer } from "@/api/answers";
import { pairObjects, type ObjectChange, type ObjectPair } from "@/lib/object-changes";
import classes from "./objects-answer.module.css";
import { WordDiff } from "./word-diff";

function usePlace() {
  const { t } = useTranslation("answers");
  return (box: ObjectBox) =>
    t("objects.place", {
      x: Math.round(box.x),
      y: Math.round(box.y),
      width: Math.round(box.width),
      height: Math.round(box.height),
    });
}

interface ObjectsListProps {
  objects: ObjectAnswer[];
  active?: string | null;
  onActive?: (id: string | null) => void;
}

/** Objects in their order of importance; hovering one can light up its box. */
export function ObjectsList({ objects, active, onActive }: ObjectsListProps) {
  const { t } = useTranslation("answers");
  const place = usePlace();
  if (objects.length === 0) return <Text c="dimmed">{t("objects.none")}</Text>;
  return (
    <ol className={classes.list}>
      {objects.map((object, index) => (
        <li
          key={object.id}
          className={classes.item}
          data-active={active === object.id || undefined}
          onPointerEnter={() => onActive?.(object.id)}
          onPointerLeave={() => onActive?.(null)}
        >
          <span className={classes.number}>{index + 1}</span>
          <Box miw={0}>
            <Text fw={600} size="sm">
              {object.label}
            </Text>
            <Text size="sm" c={object.description ? undefined : "dimmed"} className={classes.text}>
              {object.description || t("objects.no_description")}
            </Text>
            <Text size="xs" c="dimmed">
              {place(object.box)}
            </Text>
          </Box>
        </li>
      ))}
    </ol>
  );
}

const colors: Record<ObjectChange, string> = {
  kept: "gray",
  edited: "blue",
  merged: "grape",
  added: "green",
  removed: "red",
};

/** Object by object: what was kept, edited, merged, added and removed. */
export function ObjectsDiff({ before, after }: { before: ObjectAnswer[]; after: ObjectAnswer[] }) {
  const { t } = useTranslation("answers");
  const pairs = pairObjects(before, after);
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
          <PairItem key={pair.after?.id ?? `removed-${String(index)}`} pair={pair} />
        ))}
      </ul>
    </Stack>
  );
}

function PairItem({ pair }: { pair: ObjectPair }) {
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
    <li className={classes.item} data-removed={pair.change === "removed" || undefined}>
      <Badge color={colors[pair.change]} miw={72} style={{ flex: "none" }}>
        {t(`objects.${pair.change}`)}
      </Badge>
      <Box miw={0}>
        {oldLabel && oldLabel !== shown.label ? (
          <Text fw={600} size="sm" component="div">
            <WordDiff before={oldLabel} after={shown.label} summary={false} />
          </Text>
        ) : (
          <Text fw={600} size="sm">
            {shown.label}
          </Text>
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
