import { Text } from "@mantine/core";
import type { ObjectAnswer } from "@/api/types";
import { centre } from "@/canvas/geometry";
import classes from "./description.module.css";

interface LitCaptionProps {
  objects: readonly ObjectAnswer[];
  id: string;
  imageHeight: number;
}

/** The words of the lit object, over the image: one need not look away from it. */
export function LitCaption({ objects, id, imageHeight }: LitCaptionProps) {
  const item = objects.find((candidate) => candidate.id === id);
  if (!item) return null;
  // Away from the box, so that it hides none of it.
  const isLow = centre(item.box).y > imageHeight / 2;
  return (
    <div className={classes.caption} data-at={isLow ? "top" : "bottom"}>
      <Text size="sm" fw={650} component="p" m={0}>
        {item.label}
      </Text>
      <Text size="sm" component="p" m={0} lineClamp={5}>
        {item.description}
      </Text>
    </div>
  );
}
