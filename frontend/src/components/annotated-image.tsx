import type { Box } from "@/api/types";
import classes from "./annotated-image.module.css";

export interface ShownBox {
  id: string;
  label: string;
  box: Box;
}

interface AnnotatedImageProps {
  src: string;
  alt: string;
  width: number;
  height: number;
  boxes: readonly ShownBox[];
  active?: string | null;
  onActive?: (id: string | null) => void;
  /** Whether boxes are numbered, as a list beside the picture is. */
  isNumbered?: boolean;
}

/** A picture with boxes to look at; drawing is the workbench's business. */
export function AnnotatedImage({
  src,
  alt,
  width,
  height,
  boxes,
  active,
  onActive,
  isNumbered = true,
}: AnnotatedImageProps) {
  const unit = Math.max(width, height) / 1000;
  return (
    <div className={classes.frame} style={{ aspectRatio: `${String(width)} / ${String(height)}` }}>
      <img src={src} alt={alt} className={classes.image} />
      <svg className={classes.layer} viewBox={`0 0 ${String(width)} ${String(height)}`} aria-hidden="true">
        {boxes.map((item, index) => (
          <g
            key={item.id}
            className={classes.box}
            data-active={active === item.id || undefined}
            onPointerEnter={() => onActive?.(item.id)}
            onPointerLeave={() => onActive?.(null)}
          >
            <rect {...item.box} className={classes.outline} />
            <rect {...item.box} className={classes.line}>
              <title>{item.label}</title>
            </rect>
            {isNumbered && (
              <text
                x={item.box.x + 8 * unit}
                y={item.box.y + 26 * unit}
                fontSize={24 * unit}
                strokeWidth={6 * unit}
                className={classes.number}
              >
                {index + 1}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
