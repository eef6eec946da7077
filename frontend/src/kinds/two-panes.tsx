import type { CSSProperties, ReactNode } from "react";
import type { Size } from "@/canvas/geometry";
import classes from "./two-panes.module.css";

interface TwoPanesProps {
  /** Above its text the canvas is no higher than the image needs it. */
  image: Size;
  toolbar: ReactNode;
  canvas: ReactNode;
  /** Below the image: what is known of it. */
  footer?: ReactNode;
  panel: ReactNode;
  panelLabel: string;
  /** The text needs more room than the image: there are two of them. */
  isPanelWide?: boolean;
}

/** Image beside its text on a wide screen, above it on a narrow one, where the image stays in view. */
export function TwoPanes({ image, toolbar, canvas, footer, panel, panelLabel, isPanelWide }: TwoPanesProps) {
  return (
    <div
      className={classes.panes}
      style={{ "--image-ratio": image.height / image.width } as CSSProperties}
      data-panel={isPanelWide ? "wide" : undefined}
    >
      <div className={classes.imagePane}>
        <div className={classes.toolbar}>{toolbar}</div>
        <div className={classes.canvas}>{canvas}</div>
        {footer}
      </div>
      <section className={classes.panel} aria-label={panelLabel} data-place="panel">
        {panel}
      </section>
    </div>
  );
}
