import { useTranslation } from "react-i18next";
import classes from "./hints.module.css";

type HintsProps = { readonly hints: ReadonlyArray<{ readonly label: string; readonly value: string }> };

/** What the project knows of the image: a title, a style, a place. */
export function Hints({ hints }: HintsProps) {
  const { t } = useTranslation("workbench");
  if (hints.length === 0) return null;
  return (
    <dl className={classes.hints} aria-label={t("hints")}>
      {hints.map((hint) => (
        <div key={hint.label}>
          <dt>{hint.label}</dt>
          <dd>{hint.value}</dd>
        </div>
      ))}
    </dl>
  );
}
