import { Select, Text } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { SampleDetail } from "@/api/types";
import type { Shape } from "@/canvas/box-view";
import { CanvasToolbar } from "@/canvas/canvas-toolbar";
import { ImageCanvas } from "@/canvas/image-canvas";
import { useShortcuts } from "@/canvas/shortcuts";
import { useViewport } from "@/canvas/use-viewport";
import { useHiding, viewCommands } from "@/canvas/view-commands";
import classes from "./sample-page.module.css";
import type { SampleObjects } from "./use-sample-objects";

/** The image with the boxes of one round: it stays in view beside everything that is read. */
export function SampleImage({ sample, at }: { sample: SampleDetail; at: SampleObjects }) {
  const { t } = useTranslation("samples");
  const { image } = sample;
  const viewport = useViewport(image);
  const hiding = useHiding();
  const { objects, lit, sets, shown } = at;
  const shapes = useMemo(() => objects.map(({ id, box, label }): Shape => ({ id, box, name: label })), [objects]);
  const boxes = {
    target: () => objects.find(({ id }) => id === lit)?.box,
    step: at.stepBy,
    pressHide: hiding.press,
    clear: () => at.setSelection([]),
  };
  const hasBoxes = objects.length > 0;
  useShortcuts("view", viewCommands({ viewport, ...(hasBoxes && { boxes }) }));
  return (
    <section className={classes.imagePane} aria-label={t("detail.image_title")}>
      <div className={classes.tools}>
        <CanvasToolbar viewport={viewport} hiding={hasBoxes ? hiding : undefined} />
      </div>
      <div className={classes.canvas}>
        <ImageCanvas
          source={image}
          shapes={shapes}
          viewport={viewport}
          selection={at.selection}
          hovered={lit}
          isHidden={hiding.isHidden}
          hasSpotlight
          isQuiet
          label={t("detail.image_alt", { name: image.name, count: objects.length })}
          onSelect={at.setSelection}
          onHover={at.setHovered}
          onActivate={at.toggle}
        />
      </div>
      <div className={classes.below}>
        {sets.length > 1 && (
          <Select
            size="xs"
            aria-label={t("detail.boxes_of")}
            allowDeselect={false}
            data={sets.map(({ value, label }) => ({ value, label }))}
            value={shown?.value ?? null}
            onChange={at.setChosen}
          />
        )}
        <Metadata metadata={image.metadata} />
      </div>
    </section>
  );
}

function Metadata({ metadata }: { metadata: Record<string, unknown> }) {
  const { t } = useTranslation("samples");
  const entries = Object.entries(metadata).filter(([, value]) => value !== null && value !== "");
  if (entries.length === 0) return null;
  return (
    <details className={classes.facts}>
      <Text component="summary" size="sm">
        {t("detail.facts")}
      </Text>
      <dl>
        {entries.map(([key, value]) => (
          <div key={key}>
            <Text component="dt" size="xs" c="dimmed" mt="xs">
              {key}
            </Text>
            <Text component="dd" m={0} size="sm" style={{ overflowWrap: "anywhere" }}>
              {typeof value === "string" ? value : JSON.stringify(value)}
            </Text>
          </div>
        ))}
      </dl>
    </details>
  );
}
