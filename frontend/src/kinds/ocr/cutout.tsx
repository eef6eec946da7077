import type { Box } from "@/api/types";
import type { PhotoSource } from "@/canvas/sheet";
import classes from "./ocr.module.css";

interface CutoutProps {
  source: PhotoSource;
  box: Box;
}

const HEIGHT = 52;
const WIDTH = 340;
/** A little of what is around it, so that cut letters are seen to be cut. */
const MARGIN = 0.15;
/** Larger photos are shown small on the canvas; their letters need the larger copy. */
const ENOUGH = 2000;

/** The piece of the image that one types, enlarged beside the field: no need to look across. */
export function Cutout({ source, box }: CutoutProps) {
  const around = Math.min(box.width, box.height) * MARGIN;
  const width = box.width + 2 * around;
  const height = box.height + 2 * around;
  const scale = Math.min(HEIGHT / height, WIDTH / width);
  const url = Math.max(source.width, source.height) > ENOUGH ? source.urls.full : source.urls.view;
  const px = (value: number) => `${(value * scale).toFixed(2)}px`;
  return (
    <div
      className={classes.cutout}
      aria-hidden="true"
      style={{
        width: px(width),
        height: px(height),
        backgroundImage: `url("${url}")`,
        backgroundSize: `${px(source.width)} ${px(source.height)}`,
        backgroundPosition: `${px(around - box.x)} ${px(around - box.y)}`,
      }}
    />
  );
}
