import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useStable } from "@/lib/use-stable";
import { useAnnouncer } from "./announcer";
import { BoxLayer } from "./box-layer";
import { BoxButtons, type NumberedShape, type Shape } from "./box-view";
import type { Scene, Tool } from "./gesture";
import { Handles } from "./handles";
import classes from "./image-canvas.module.css";
import { Lens } from "./lens";
import { SizeReadout, Sketched, Spotlight } from "./marks";
import { plainBoxes, raisedBoxes } from "./painted";
import { Photo } from "./photo";
import type { PhotoSource } from "./sheet";
import { useSceneCommands } from "./scene-commands";
import { press, primary, type Selection } from "./selection";
import { useCancelKey } from "./use-cancel-key";
import { useFocusedBox } from "./use-focused-box";
import { useLabels } from "./use-labels";
import { usePointer, type Editing } from "./use-pointer";
import { useBelow } from "./use-still";
import { useSeen, type ViewportControls } from "./use-viewport";
import { useTurned } from "./use-turned";
import { useWheel } from "./use-wheel";

export interface ImageCanvasProps {
  source: PhotoSource;
  shapes: readonly Shape[];
  viewport: ViewportControls;
  selection: Selection;
  hovered: string | null;
  isHidden: boolean;
  tool?: Tool;
  editing?: Editing | null;
  /** Darkens everything but the box under the pointer. */
  hasSpotlight?: boolean;
  /** Names appear only for what is pointed at or selected; the others have a small number. */
  isQuiet?: boolean;
  label: string;
  onSelect: (selection: Selection) => void;
  onHover: (id: string | null) => void;
  /** Enter on a box: go on to its text. */
  onActivate: (id: string) => void;
  children?: ReactNode;
}

const TOLERANCE_PX = 4;

export function ImageCanvas(props: ImageCanvasProps) {
  const { source, selection, hovered, isHidden, tool = "select", onSelect, onHover, onActivate } = props;
  const seen = useSeen(props.viewport);
  const { view, screen } = seen;
  const controls = props.viewport;
  const { attach, element, turn, size, lens, look, solo, lock } = controls;
  // For whatever draws with what is seen at this moment.
  const viewport = useMemo(() => ({ ...controls, view, screen }), [controls, view, screen]);
  const turned = useTurned(props.shapes, props.editing ?? null, controls);
  const { shapes, editing } = turned;
  const visible = useVisible(shapes, selection, isHidden, solo.isOn);
  const scene: Scene = {
    items: useMemo(() => visible.map(({ shape }) => shape), [visible]),
    selection,
    tool,
    canEdit: editing !== null,
    isLocked: lock.isOn,
    tolerance: TOLERANCE_PX / view.scale,
  };
  const pointer = usePointer({ scene, image: size, viewport: controls, editing, onSelect, onHover });
  const [surface, setSurface] = useState<HTMLElement | null>(null);
  useWheel(surface, controls);
  useCancelKey(pointer.cancel);
  const { t } = useTranslation("workbench");
  const [announce, region] = useAnnouncer();
  const focus = useFocusedBox({ element, shapes, visible, selection, onHover });
  const { pointerAt } = pointer;
  useSceneCommands({ scene, viewport: controls, pointerAt, onSelect, announce, t });

  // The same functions for ever: with other ones, hundreds of boxes would be drawn anew.
  const onPress = useStable((id: string, adds: boolean) => onSelect(press(selection, id, adds)));
  const activate = useStable(onActivate);
  const labels = useLabels(visible, selection, seen, props.isQuiet ?? false);
  const byId = useMemo(() => new Map(visible.map((item) => [item.shape.id, item])), [visible]);
  const below = useBelow(visible, selection);
  const plain = useMemo(() => plainBoxes(below, labels, view), [below, labels, view]);
  const raised = useMemo(
    () => raisedBoxes(byId, { selection, hovered, focused: focus.id }, labels, view),
    [byId, selection, hovered, focus.id, labels, view],
  );
  const chosen = byId.get(primary(selection) ?? "")?.shape;
  const lit = props.hasSpotlight && hovered !== null ? byId.get(hovered)?.shape : undefined;
  const describe = useDescriber(shapes.length, controls);
  const place = `translate(${String(view.x)}px, ${String(view.y)}px) scale(${String(view.scale)})`;

  return (
    <div
      ref={attach}
      className={classes.canvas}
      role="group"
      aria-label={props.label}
      tabIndex={-1}
      data-canvas=""
      data-cursor={cursorFor(scene, hovered, pointer.sketch?.kind)}
      {...pointer.handlers}
    >
      <div ref={setSurface} className={classes.surface}>
        <Photo key={source.urls.view} source={source} view={view} turn={turn} screen={screen} filter={look.filter} />
        {lit && <Spotlight around={lit.box} size={size} view={view} />}
        <BoxLayer boxes={plain} screen={screen} isFaint={lit !== undefined} />
        <BoxLayer boxes={raised} screen={screen} />
        <svg
          className={classes.overlay}
          aria-hidden
          style={{ "--inverse-scale": 1 / view.scale } as React.CSSProperties}
        >
          <g transform={`translate(${String(view.x)} ${String(view.y)}) scale(${String(view.scale)})`}>
            {chosen && editing && selection.length === 1 && !scene.isLocked && (
              <Handles box={chosen.box} scale={view.scale} />
            )}
            {pointer.sketch && <Sketched sketch={pointer.sketch} />}
          </g>
        </svg>
        {pointer.sketch?.kind === "draw" && <SizeReadout box={pointer.sketch.box} view={view} />}
        {lens.isOn && <Lens source={source} viewport={viewport} />}
        {props.children}
      </div>
      <div className={classes.buttons} style={{ transform: place }}>
        <BoxButtons
          shapes={visible}
          selection={selection}
          hovered={hovered}
          focused={focus.id}
          describe={describe}
          onPress={onPress}
          onFocus={focus.onFocus}
          onBlur={focus.onBlur}
          onActivate={activate}
        />
      </div>
      {region}
    </div>
  );
}

const NONE: readonly NumberedShape[] = [];

/** Numbers are those of the list, also where only some are shown. */
function useVisible(
  shapes: readonly Shape[],
  selection: Selection,
  isHidden: boolean,
  isSolo: boolean,
): readonly NumberedShape[] {
  const numbered = useMemo(() => shapes.map((shape, index) => ({ shape, number: index + 1 })), [shapes]);
  return useMemo(() => {
    if (isHidden) return NONE;
    if (!isSolo || selection.length === 0) return numbered;
    return numbered.filter(({ shape }) => selection.includes(shape.id));
    // Without solo a selection changes nothing of what is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [numbered, isHidden, isSolo, isSolo ? selection : null]);
}

/** Changes with the count only: a box that stayed the same need not be named again. */
function useDescriber(count: number, { fromView }: ViewportControls) {
  const { t } = useTranslation("workbench");
  const upright = useRef(fromView);
  useEffect(() => {
    upright.current = fromView;
  });
  return useCallback(
    ({ name, box: turned, isLooked }: Shape, number: number) => {
      const box = upright.current(turned);
      const look = isLooked === undefined ? "box" : isLooked ? "box_looked_at" : "box_not_looked_at";
      return t(`canvas.${look}`, {
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

function cursorFor(scene: Scene, hovered: string | null, sketched: string | undefined): string {
  if (sketched === "band" || (scene.canEdit && scene.tool === "draw")) return "draw";
  return hovered && scene.canEdit && !scene.isLocked ? "move" : "pan";
}
