import { TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Box } from "@/api/types";
import type { Size } from "@/canvas/geometry";
import { boxWith, SIDES, type Side } from "./position";
import classes from "./position-fields.module.css";

interface PositionFieldsProps {
  box: Box;
  image: Size;
  number: number;
  isReadOnly: boolean;
  onPlace: (box: Box) => void;
  onLeave: () => void;
}

/** Where a box lies, in pixels: to be read, and typed by whoever works without a pointer. */
export function PositionFields({ box, image, number, isReadOnly, onPlace, onLeave }: PositionFieldsProps) {
  const { t } = useTranslation("workbench");
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes.position}>
      <span id={id} className={classes.caption}>
        {t("position.title")}
        <span className={classes.hidden}> {t("position.of", { number })}</span>
      </span>
      {SIDES.map((side) => (
        <SideField
          key={side}
          side={side}
          value={box[side]}
          isReadOnly={isReadOnly}
          onValue={(value) => {
            const next = boxWith(box, side, value, image);
            if (next) onPlace(next);
            return next?.[side] ?? box[side];
          }}
          onLeave={onLeave}
        />
      ))}
    </div>
  );
}

interface SideFieldProps {
  side: Side;
  value: number;
  isReadOnly: boolean;
  /** Returns the number that it makes, inside the image. */
  onValue: (value: number) => number;
  onLeave: () => void;
}

/**
 * What is typed stays as it is until one leaves the field, as a number is wrong while half typed;
 * but undo, or a key that moves the box, shows what is so then.
 */
function SideField({ side, value, isReadOnly, onValue, onLeave }: SideFieldProps) {
  const { t } = useTranslation("workbench");
  const [typed, setTyped] = useState<{ text: string; makes: number } | null>(null);
  return (
    <TextInput
      type="number"
      size="xs"
      className={classes.side}
      label={t(`position.${side}`)}
      aria-label={t(`position.name.${side}`)}
      value={typed?.makes === value ? typed.text : String(value)}
      min={side === "width" || side === "height" ? 1 : 0}
      step={1}
      readOnly={isReadOnly}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const isNumber = text !== "" && Number.isFinite(Number(text));
        setTyped({ text, makes: isNumber ? onValue(Number(text)) : value });
      }}
      onBlur={() => {
        setTyped(null);
        onLeave();
      }}
    />
  );
}
