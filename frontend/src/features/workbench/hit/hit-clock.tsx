import { VisuallyHidden } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./hit.module.css";

/** Said aloud when so many minutes are left, once each. */
const ANNOUNCED = [5, 1] as const;
/** Drafts are saved this long before the end, whatever else happens. */
const LAST_SAVE_MS = 15_000;

interface HitClockProps {
  deadline: string;
  onLastSave: () => void;
  /** The time is up by this clock; the server decides. */
  onOver: () => void;
}

/** The time left in whole minutes: enough to plan by, nothing that flickers. */
export function HitClock({ deadline, onLastSave, onOver }: HitClockProps) {
  const { t } = useTranslation("hits");
  const end = new Date(deadline).getTime();
  const [minutes, setMinutes] = useState(() => minutesUntil(end));
  const latest = useRef({ onLastSave, onOver });
  useEffect(() => {
    latest.current = { onLastSave, onOver };
  });
  useEffect(() => {
    let isSaved = false;
    let isOver = false;
    const tick = () => {
      const left = end - Date.now();
      setMinutes(minutesUntil(end));
      if (left <= LAST_SAVE_MS && !isSaved) {
        isSaved = true;
        latest.current.onLastSave();
      }
      if (left <= 0 && !isOver) {
        isOver = true;
        latest.current.onOver();
      }
    };
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [end]);
  const isLast = minutes <= 1;
  const announced = ANNOUNCED.findLast((mark) => minutes <= mark);
  return (
    <span className={classes.clock} data-low={minutes <= 5 || undefined}>
      <IconClock size={15} aria-hidden />
      <span>{isLast ? t("clock.last") : t("clock.left", { count: minutes })}</span>
      <VisuallyHidden role="status">
        {announced !== undefined && t("clock.announce", { count: announced })}
      </VisuallyHidden>
    </span>
  );
}

function minutesUntil(end: number): number {
  return Math.max(Math.ceil((end - Date.now()) / 60_000), 0);
}
