import { Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recall, remember } from "@/lib/page-memory";
import classes from "./caption.module.css";
import type { CaptionSettings } from "./settings";

const PLACE = "instructions";

/** What is asked, in a few lines that stay in sight until somebody knows them; the guidelines say it at length. */
export function Instructions({ settings }: { settings: CaptionSettings }) {
  const { t } = useTranslation("workbench");
  const [isOpen, setOpen] = useState(() => recall(PLACE) !== "closed");
  const { min_words: minWords, banned_openings: openings } = settings;
  return (
    <details
      className={classes.instructions}
      open={isOpen}
      onToggle={(event) => {
        const { open } = event.currentTarget;
        setOpen(open);
        remember(PLACE, open ? null : "closed");
      }}
    >
      <Text component="summary" fw={650} size="sm">
        {t("caption.instructions")}
      </Text>
      <ul>
        <li>{settings.must_read_text ? t("caption.task_reading") : t("caption.task")}</li>
        {minWords > 0 && <li>{t("caption.length", { count: minWords })}</li>}
        <li>{t("caption.facts")}</li>
        {openings.length > 0 && (
          <li>
            <details>
              <summary>{t("caption.openings")}</summary>
              <span>{openings.map((opening) => `“${opening}”`).join(", ")}</span>
            </details>
          </li>
        )}
        {settings.canned_text !== null && <li>{t("caption.severe")}</li>}
      </ul>
    </details>
  );
}
