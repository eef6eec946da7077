import { IconAlertTriangle, IconGripVertical } from "@tabler/icons-react";
import { memo, useEffect, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer } from "@/api/types";
import { colourOf } from "@/canvas/box-view";
import type { PlacedFinding } from "../kind";
import type { ObjectState } from "./model";
import type { RowActions } from "./object-actions";
import { ObjectEditor, type RowContext } from "./object-editor";
import classes from "./objects.module.css";
import type { FocusWish } from "./use-objects";

export interface ObjectRowProps {
  item: ObjectAnswer;
  index: number;
  state: ObjectState | "unread";
  isSelected: boolean;
  isOpen: boolean;
  isHovered: boolean;
  isReadOnly: boolean;
  dropMark: "before" | "after" | null;
  /** Problems of this object as `field: message`, one per line; a string keeps the memo cheap. */
  problems: string;
  /** Of this object, and only while it is open. */
  findings: readonly PlacedFinding[];
  suggestions: readonly string[];
  context: RowContext;
  wish: FocusWish | null;
  /** How often the next point to look at was asked for, while it is open. */
  axisTurn: number;
  actions: RowActions;
  onToggle: (id: string) => void;
  onOpen: (id: string) => void;
  onHover: (id: string | null) => void;
  onMove: (id: string, to: number) => void;
  grip: GripHandlers;
}

export type GripHandlers = (
  id: string,
  index: number,
) => Record<
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel",
  (event: PointerEvent<HTMLElement>) => void
>;

/** Made of plain elements: five hundred of them are drawn anew when one is put before them. */
function ObjectRowInner(props: ObjectRowProps) {
  const { item, index, isOpen, isHovered, isSelected, onHover } = props;
  const { t } = useTranslation("workbench");
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  const number = index + 1;
  const problemOf = (field: string) => problemIn(props.problems, field);
  return (
    <li
      ref={row}
      className={classes.row}
      data-hovered={isHovered || undefined}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      data-drop={props.dropMark ?? undefined}
      data-row-id={item.id}
      onMouseEnter={() => onHover(item.id)}
      onMouseLeave={() => onHover(null)}
    >
      <div className={classes.head}>
        {!props.isReadOnly && <Grip {...props} />}
        <input
          type="checkbox"
          className={classes.check}
          checked={isSelected}
          data-ticks=""
          onChange={() => props.onToggle(item.id)}
          aria-label={t("objects.select", { number })}
        />
        <span className={classes.number} style={{ borderColor: colourOf(number) }} aria-hidden="true">
          {number}
        </span>
        <button
          type="button"
          className={classes.title}
          aria-expanded={isOpen}
          data-row-focus=""
          title={item.label.trim() || undefined}
          onClick={() => props.onOpen(item.id)}
          onFocus={() => onHover(item.id)}
          onBlur={() => onHover(null)}
        >
          <RowTitle {...props} />
        </button>
      </div>
      {!isOpen && <p className={classes.snippet}>{item.description.trim() || t("objects.no_description")}</p>}
      {isOpen && (
        <ObjectEditor
          item={item}
          number={number}
          suggestions={props.suggestions}
          context={props.context}
          axisTurn={props.axisTurn}
          problemOf={problemOf}
          findings={props.findings}
          wish={props.wish}
          isReadOnly={props.isReadOnly}
          actions={props.actions}
        />
      )}
    </li>
  );
}

export const ObjectRow = memo(ObjectRowInner);

function RowTitle({ item, state, problems }: ObjectRowProps) {
  const { t } = useTranslation("workbench");
  return (
    <span className={classes.name}>
      <span className={classes.label} data-empty={!item.label.trim() || undefined}>
        {item.label.trim() || t("objects.no_label")}
      </span>
      {problems && (
        <IconAlertTriangle
          size={15}
          color="var(--mantine-color-error)"
          aria-label={t("objects.has_problem")}
          role="img"
        />
      )}
      <span className={classes.badge} data-state={state}>
        {t(`objects.state.${state}`)}
      </span>
    </span>
  );
}

function Grip({ item, index, onMove, grip }: ObjectRowProps) {
  const { t } = useTranslation("workbench");
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    onMove(item.id, index + by);
  };
  return (
    <button
      type="button"
      className={classes.grip}
      aria-label={t("objects.reorder", { number: index + 1 })}
      title={t("objects.reorder_hint")}
      onKeyDown={onKeyDown}
      {...grip(item.id, index)}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
}

export function problemIn(problems: string, field: string): string | undefined {
  const line = problems.split("\n").find((entry) => entry.startsWith(`${field}: `));
  return line?.slice(field.length + 2);
}
