import { HANDLES, type Box, type Handle } from "./geometry";
import classes from "./image-canvas.module.css";

/** A grip is 24 screen pixels wide for fingers and unsteady hands; what one sees of it is 9. */
const GRIP = 24;
const DOT = 9;
/** Below this side on screen the grips of the corners would lie on those of the edges. */
const ROOM_FOR_EDGES = 56;

const CURSORS: Record<Handle, string> = {
  nw: "nwse-resize",
  n: "ns-resize",
  ne: "nesw-resize",
  e: "ew-resize",
  se: "nwse-resize",
  s: "ns-resize",
  sw: "nesw-resize",
  w: "ew-resize",
};

interface HandlesProps {
  box: Box;
  scale: number;
}

export function Handles({ box, scale }: HandlesProps) {
  const isWide = box.width * scale >= ROOM_FOR_EDGES;
  const isHigh = box.height * scale >= ROOM_FOR_EDGES;
  const shown = HANDLES.filter((handle) => handle.length === 2 || (/[ns]/.test(handle) ? isWide : isHigh));
  return (
    <g aria-hidden="true">
      {shown.map((handle) => (
        <Grip key={handle} handle={handle} box={box} isSmall={!isWide || !isHigh} />
      ))}
    </g>
  );
}

interface GripProps {
  handle: Handle;
  box: Box;
  isSmall: boolean;
}

function Grip({ handle, box, isSmall }: GripProps) {
  const horizontal = handle.includes("w") ? -1 : handle.includes("e") ? 1 : 0;
  const vertical = handle.includes("n") ? -1 : handle.includes("s") ? 1 : 0;
  const x = box.x + (box.width * (horizontal + 1)) / 2;
  const y = box.y + (box.height * (vertical + 1)) / 2;
  // The grips of a small box are pushed outwards, so that its inside can still be taken hold of.
  const push = isSmall ? GRIP / 2 - 2 : 2;
  return (
    <g transform={`translate(${String(x)} ${String(y)})`}>
      <g className={classes.grip} style={{ cursor: CURSORS[handle] }}>
        <rect
          data-handle={handle}
          className={classes.gripArea}
          x={-GRIP / 2 + horizontal * push}
          y={-GRIP / 2 + vertical * push}
          width={GRIP}
          height={GRIP}
        />
        <rect className={classes.gripDot} x={-DOT / 2} y={-DOT / 2} width={DOT} height={DOT} rx={2} />
      </g>
    </g>
  );
}
