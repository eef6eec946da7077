import { useCallback, useEffect, useMemo, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BoxLabel, BoxView, RaisedBox, type Shape } from "./box-view";
import type { Box, Size } from "./geometry";
import type { Scene, Tool } from "./gesture";
import { Handles } from "./handles";
import classes from "./image-canvas.module.css";
import { Lens } from "./lens";
import { labelText, placeLabels, type LabelPlace, type LabelWish } from "./labels";
import { Photo, type PhotoSource } from "./photo";
import { press, primary, type Selection } from "./selection";
import { widthOfText } from "./text-width";
import { usePointer, type Editing } from "./use-pointer";
import type { ViewportControls } from "./use-viewport";
import { useTurned } from "./use-turned";
import { toScreen, type Viewport } from "./viewport";

export type ImageCanvasProps = {
  readonly source: PhotoSource;
  readonly shapes: readonly Shape[];
  readonly viewport: ViewportControls;
  readonly selection: Selection;
  readonly hovered: string | null;
  readonly isHidden: boolean;
  readonly tool?: Tool;
  readonly editing?: Editing | null;
  /** Darkens everything but the box under the pointer. */
  readonly hasSpotlight?: boolean;
  /** Names appear only for what is pointed at or selected; the others have a small number. */
  readonly isQuiet?: boolean;
  readonly label: string;
  readonly onSelect: (selection: Selection) => void;
  readonly onHover: (id: string | null) => void;
  /** Enter on a box: go on to its text. */
  readonly onActivate: (id: string) => void;
  readonly children?: ReactNode;
};

const NARROW_PX = 64;
/** With more boxes than this the names would cover the image: numbers do, the name comes with a touch. */
const CROWD = 18;
const TOLERANCE_PX = 4;

export function ImageCanvas(props: ImageCanvasProps) {
  const { source, viewport, selection, hovered, isHidden, tool = "select" } = props;
  const { onSelect, onHover, onActivate } = props;
  const { view, attach } = viewport;
  const turned = useTurned(props.shapes, props.editing ?? null, viewport);
  const { shapes, editing } = turned;
  const visible = isHidden ? EMPTY : shapes;
  const scene: Scene = {
    items: visible,
    selection,
    tool,
    canEdit: editing !== null,
    tolerance: TOLERANCE_PX / view.scale,
  };
  const pointer = usePointer({ scene, image: viewport.size, viewport, editing, onSelect, onHover });
  useEscape(pointer.cancel);

  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  const onPress = useCallback(
    (id: string, adds: boolean) => onSelect(press(latest.current, id, adds)),
    [onSelect],
  );
  const labels = useLabels(visible, selection, viewport, props.isQuiet ?? false);
  const chosen = shapes.find((shape) => shape.id === primary(selection));
  const lit = shapes.find((shape) => shape.id === hovered);
  const describe = useDescriber(shapes.length, viewport);

  return (
    // The region takes the focus so that its keys work; every box in it is a button of its own.
    <div
      ref={attach}
      className={classes.canvas}
      role="group"
      aria-label={props.label}
      data-canvas=""
      data-cursor={cursorFor(scene, hovered)}
      {...pointer.handlers}
    >
      <Photo
        key={source.urls.view}
        source={source}
        view={view}
        turn={viewport.turn}
        screen={viewport.screen}
        filter={viewport.look.filter}
      />
      <svg
        className={classes.overlay}
        data-spotlight={(props.hasSpotlight && lit !== undefined) || undefined}
        style={{ "--inverse-scale": 1 / view.scale } as React.CSSProperties}>
        <g transform={`translate(${String(view.x)} ${String(view.y)}) scale(${String(view.scale)})`}>
          {props.hasSpotlight && lit && !isHidden && <Spotlight around={lit.box} size={viewport.size} />}
          {visible.map((shape, index) => (
            <BoxView
              key={shape.id}
              shape={shape}
              number={index + 1}
              describe={describe}
              isSelected={selection.includes(shape.id)}
              isHovered={hovered === shape.id}
              onPress={onPress}
              onFocus={onHover}
              onActivate={onActivate}
            />
          ))}
          <g aria-hidden="true">
            {visible.map((shape, index) => (
              <BoxLabel key={shape.id} shape={shape} number={index + 1} {...labelOf(labels, shape)} />
            ))}
          </g>
          {!isHidden &&
            raised(shapes, selection, hovered).map((shape) => (
              <RaisedBox
                key={shape.id}
                shape={shape}
                number={shapes.indexOf(shape) + 1}
                isSelected={selection.includes(shape.id)}
                {...raisedLabel(labelOf(labels, shape), shape, shapes.indexOf(shape) + 1, hovered)}
              />
            ))}
          {chosen && editing && !isHidden && selection.length === 1 && (
            <Handles box={chosen.box} scale={view.scale} />
          )}
          {pointer.sketch && <rect className={classes.sketch} {...pointer.sketch} />}
        </g>
      </svg>
      {pointer.sketch && <SizeReadout box={pointer.sketch} view={view} />}
      {viewport.lens.isOn && <Lens source={source} viewport={viewport} />}
      {props.children}
    </div>
  );
}

const EMPTY: readonly Shape[] = [];

type Label = LabelPlace & { readonly isSmall: boolean };

/** What is selected chooses its place first, as its name is always shown; pointing moves nothing. */
function useLabels(
  shapes: readonly Shape[],
  selection: Selection,
  { view, screen }: ViewportControls,
  isQuiet: boolean,
): ReadonlyMap<string, Label> {
  return useMemo(() => {
    const isCrowded = shapes.length > CROWD;
    const wishes = shapes.map((shape, index): LabelWish => {
      const isSelected = selection.includes(shape.id);
      const box = boxToScreen(view, shape.box);
      const hasRoom = !isQuiet && !isCrowded && box.width >= NARROW_PX;
      return {
        id: shape.id,
        box,
        number: index + 1,
        name: shape.name,
        wantsName: isSelected || hasRoom,
        isSmall: isQuiet && !isSelected,
      };
    });
    const first = wishes.filter(({ id }) => selection.includes(id));
    const rest = wishes.filter(({ id }) => !selection.includes(id));
    const ordered = [...first, ...rest];
    const places = placeLabels(ordered, screen, widthOfText);
    return new Map(
      ordered.flatMap(({ id, isSmall }) => {
        const place = places.get(id);
        return place ? [[id, { ...place, isSmall }] as const] : [];
      }),
    );
  }, [shapes, selection, view, screen, isQuiet]);
}

const UNPLACED: Label = { dx: 0, dy: 2, text: "", isSmall: false };

function labelOf(labels: ReadonlyMap<string, Label>, shape: Shape): Label {
  return labels.get(shape.id) ?? UNPLACED;
}

/** What is pointed at shows its name whatever it covers for the moment. */
function raisedLabel(label: Label, shape: Shape, number: number, hovered: string | null): Label {
  const text = shape.id === hovered ? labelText(number, shape.name) : label.text;
  return { ...label, text, isSmall: false };
}

function boxToScreen(view: Viewport, box: Box): Box {
  const { width, height } = box;
  return { ...toScreen(view, box), width: width * view.scale, height: height * view.scale };
}

/** What is pointed at last, so that it lies on top of everything. */
function raised(shapes: readonly Shape[], selection: Selection, hovered: string | null): Shape[] {
  const wanted = hovered === null || selection.includes(hovered) ? selection : [...selection, hovered];
  return shapes
    .filter((shape) => wanted.includes(shape.id))
    .sort((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id));
}

/** Changes with the count only: a box that stayed the same need not be named again. */
function useDescriber(count: number, { fromView }: ViewportControls) {
  const { t } = useTranslation("workbench");
  const upright = useRef(fromView);
  useEffect(() => {
    upright.current = fromView;
  });
  return useCallback(
    ({ name, box: turned }: Shape, number: number) => {
      const box = upright.current(turned);
      return t("canvas.box", {
        number,
        count,
        name: name.trim() || t("canvas.unnamed"),
        x: Math.round(box.x),
        y: Math.round(box.y),
        width: Math.round(box.width),
        height: Math.round(box.height),
      });
    },
    [t, count],
  );
}

function cursorFor(scene: Scene, hovered: string | null): string {
  if (scene.canEdit && scene.tool === "draw") return "draw";
  return hovered && scene.canEdit ? "move" : "pan";
}

function Spotlight({ around, size }: { around: Box; size: Size }) {
  const { x, y, width, height } = around;
  const outer = `M0 0H${String(size.width)}V${String(size.height)}H0Z`;
  const inner = `M${String(x)} ${String(y)}v${String(height)}h${String(width)}v${String(-height)}Z`;
  return <path className={classes.spotlight} fillRule="evenodd" d={outer + inner} />;
}

function SizeReadout({ box, view }: { box: Box; view: Viewport }) {
  const at = toScreen(view, { x: box.x + box.width, y: box.y + box.height });
  return (
    <div className={classes.size} style={{ left: at.x + 6, top: at.y + 6 }} aria-hidden="true">
      {`${String(box.width)} × ${String(box.height)}`}
    </div>
  );
}

/** Escape breaks a running drag off; only otherwise does it reach anybody else. */
function useEscape(cancel: () => boolean): void {
  const latest = useRef(cancel);
  useEffect(() => {
    latest.current = cancel;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && latest.current()) event.stopPropagation();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
}
