import { IconClockEdit } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Tip } from "@/lib/tip";
import { recall, remember } from "@/lib/page-memory";
import type { ActiveTime } from "./active-time";
import classes from "./workbench.module.css";

const SHOWN = "clock";
/** Whole minutes are enough to plan by, and nothing flickers beside the work. */
const LOOK_EVERY_MS = 5_000;

/** How long one has really worked on this task; quiet, and gone for whoever does not want it. */
export function TaskClock({ time }: { time: ActiveTime }) {
  const { t } = useTranslation("workbench");
  const [minutes, setMinutes] = useState(() => minutesOf(time));
  useEffect(() => {
    const timer = setInterval(() => setMinutes(minutesOf(time)), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [time]);
  const text = minutes === 0 ? t("clock.first") : t("clock.minutes", { count: minutes });
  return (
    <Tip label={t("clock.hint")} isLong>
      <span className={classes.clock}>
        <IconClockEdit size={15} aria-hidden />
        <span className={classes.clockWord}>{t("clock.worked")}</span>
        <span>{text}</span>
      </span>
    </Tip>
  );
}

/** Whether the clock is wanted: remembered on this device for all tasks. */
export function useClockWish(): readonly [isShown: boolean, toggle: () => void] {
  const [isShown, setShown] = useState(() => recall(SHOWN) !== "off");
  const toggle = () => {
    remember(SHOWN, isShown ? "off" : null);
    setShown(!isShown);
  };
  return [isShown, toggle];
}

function minutesOf(time: ActiveTime): number {
  return Math.floor(time.seconds() / 60);
}
