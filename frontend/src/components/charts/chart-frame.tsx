import { Box, Button, Group, Text, Title } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useId, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { csvOf } from "@/lib/csv";
import { download, fileNameOf } from "@/lib/download";
import classes from "./charts.module.css";
import { svgOf } from "./export-svg";
import { Reader, type Reading } from "./reading";
import { Numbers, type NumbersProps } from "./numbers";
import type { Zoom } from "./zoom";
import { ZoomButtons, ZoomState } from "./zoom-bar";

export interface LegendEntry {
  name: string;
  /** Parts of a drawing of 28 by 12. */
  mark: ReactNode;
}

export interface ChartFrameProps extends NumbersProps {
  /** False where what stands around it already shows the title. */
  titled?: boolean;
  description?: ReactNode;
  legend?: LegendEntry[];
  /** What the drawing shows, for those who do not see it. */
  summary: string;
  /** Said below it: that it rests on few, for example. */
  note?: ReactNode;
  xName?: string;
  height: number;
  isEmpty?: boolean;
  readings: (width: number) => Reading[];
  /** Which part of the points is drawn, where one may come closer. */
  zoom?: Zoom | undefined;
  /** What is drawn; one unit is one pixel, so that what is written stays as large as text on narrow screens. */
  children: (width: number) => ReactNode;
}

/** As long as the width on the page is not known. */
const USUAL_WIDTH = 640;

/** A drawing with its words: title, legend, the same numbers as a table, files of both, reading by keyboard. */
export function ChartFrame(props: ChartFrameProps) {
  const { t } = useTranslation("common");
  const { title, titled = true, description, legend = [], table, note, xName, isEmpty = false } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const saveDrawing = () => {
    const plot = frame.current?.querySelector<SVGSVGElement>("svg[data-plot]");
    const marks = [...(frame.current?.querySelectorAll<SVGSVGElement>("svg[data-mark]") ?? [])];
    if (!plot) return;
    const named = legend.flatMap(({ name }, place) => (marks[place] ? [{ name, mark: marks[place] }] : []));
    download(`${fileNameOf(title)}.svg`, "image/svg+xml", svgOf({ title, plot, legend: named }));
  };
  const saveNumbers = () =>
    download(`${fileNameOf(title)}.csv`, "text/csv", csvOf([table.columns.map(({ name }) => name), ...table.rows]));
  return (
    <Box component="figure" ref={frame} m={0} miw={0} aria-labelledby={`${id}-title`}>
      <Group justify="space-between" align="flex-start" gap="xs" mb={6}>
        <Box flex="1 1 120px" miw={0}>
          <Title order={3} id={`${id}-title`} className={titled ? undefined : classes.unseen} fz="sm">
            {title}
          </Title>
          {description && (
            <Text size="xs" c="dimmed" maw="72ch" component="div">
              {description}
            </Text>
          )}
        </Box>
        {!isEmpty && (
          <Group gap={4} wrap="nowrap" flex="none">
            {props.zoom && !asTable && <ZoomButtons zoom={props.zoom} />}
            <Button size="compact-xs" variant="subtle" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {t(asTable ? "chart.show_chart" : "chart.show_table")}
            </Button>
            <Button size="compact-xs" variant="subtle" aria-label={t("chart.save_csv")} onClick={saveNumbers}>
              CSV
            </Button>
            {!asTable && (
              <Button size="compact-xs" variant="subtle" aria-label={t("chart.save_svg")} onClick={saveDrawing}>
                SVG
              </Button>
            )}
          </Group>
        )}
      </Group>
      {!isEmpty && !asTable && legend.length > 0 && <Legend entries={legend} />}
      {isEmpty && (
        <Text size="sm" c="dimmed">
          {t("chart.empty")}
        </Text>
      )}
      {!isEmpty && (asTable ? <Numbers {...props} /> : <Drawing {...props} />)}
      {props.zoom && !asTable && <ZoomState zoom={props.zoom} />}
      {!isEmpty && (asTable || xName) && <Note>{note}</Note>}
    </Box>
  );
}

function Legend({ entries }: { entries: LegendEntry[] }) {
  return (
    <ul className={classes.legend}>
      {entries.map(({ name, mark }) => (
        <li key={name}>
          <svg width="28" height="12" data-mark aria-hidden>
            {mark}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function Note({ children }: { children: ReactNode }) {
  return children ? (
    <Text size="xs" c="dimmed" mt={4} component="div">
      {children}
    </Text>
  ) : null;
}

function Drawing({ title, summary, height, xName, note, readings, zoom, children }: ChartFrameProps) {
  const id = useId();
  const { ref, width: measured } = useElementSize();
  const [active, setActive] = useState<number | null>(null);
  const width = measured || USUAL_WIDTH;
  const points = readings(width);
  const read = active === null ? undefined : points[active];
  return (
    <>
      <div ref={ref} className={classes.frame}>
        <svg
          data-plot
          viewBox={`0 0 ${String(width)} ${String(height)}`}
          className={classes.svg}
          role="img"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-summary`}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-summary`}>{summary}</desc>
          {children(width)}
          {read && (
            <rect
              data-reading
              x={read.x}
              y={read.y}
              width={Math.max(1, read.width)}
              height={read.height}
              className={classes.reading}
            />
          )}
        </svg>
        {points.length > 0 && (
          <Reader title={title} readings={points} active={active} onActive={setActive} zoom={zoom} />
        )}
      </div>
      {!xName && <Note>{note}</Note>}
      {/* What is read lies over the name of the axis: nothing moves, and no room is kept for it. */}
      <div className={classes.below}>
        {xName && <p className={classes.axisName}>{xName}</p>}
        {read && (
          <p aria-hidden className={classes.readout}>
            {read.text}
          </p>
        )}
      </div>
    </>
  );
}
