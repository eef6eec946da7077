import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./caption.module.css";
import type { CaptionSettings } from "./settings";

/** What is asked, in a few lines that stay in sight; the guidelines say it at length. */
export function Instructions({ settings }: { readonly settings: CaptionSettings }) {
  const { t } = useTranslation("workbench");
  const { minWords, mustReadText, bannedOpenings, cannedText } = settings;
  return (
    <section className={classes.instructions} aria-label={t("caption.instructions")}>
      <Text component="h2" fw={650} size="sm" m={0}>
        {t("caption.instructions")}
      </Text>
      <ul>
        <li>{mustReadText ? t("caption.task_reading") : t("caption.task")}</li>
        {minWords > 0 && <li>{t("caption.length", { count: minWords })}</li>}
        <li>{t("caption.facts")}</li>
        {bannedOpenings.length > 0 && (
          <li>
            <details>
              <summary>{t("caption.openings")}</summary>
              <span>{bannedOpenings.map((opening) => `“${opening}”`).join(", ")}</span>
            </details>
          </li>
        )}
        {cannedText !== null && <li>{t("caption.severe")}</li>}
      </ul>
    </section>
  );
}
