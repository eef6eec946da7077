import { useTranslation } from "react-i18next";
import classes from "./hints.module.css";

interface HintsProps {
  hints: ReadonlyArray<{ label: string; value: string }>;
}

/** What the project knows of the image: a title, a style, a place. */
export function Hints({ hints }: HintsProps) {
  const { t } = useTranslation("workbench");
  if (hints.length === 0) return null;
  return (
    // It scrolls when there is much to say, so the keyboard must be able to reach it.
    <div className={classes.frame} role="region" aria-label={t("hints")} tabIndex={0}>
      <dl className={classes.hints}>
        {hints.map((hint) => (
          <div key={hint.label}>
            <dt>{hint.label}</dt>
            <dd>{hint.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
