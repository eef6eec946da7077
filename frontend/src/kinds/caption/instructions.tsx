import { useTranslation } from "react-i18next";
import type { Assignment } from "@/api/types";
import { Folding } from "../folding";
import classes from "./caption.module.css";
import type { CaptionSettings } from "./settings";

interface InstructionsProps {
  assignment: Assignment;
  settings: CaptionSettings;
}

/** What is asked, in a few lines that stay in sight at the first captions; the guidelines say it at length. */
export function Instructions({ assignment, settings }: InstructionsProps) {
  const { t } = useTranslation("workbench");
  const { min_words: minWords, banned_openings: openings } = settings;
  return (
    <Folding kind={assignment.stage.kind} task={assignment.id} className={classes.instructions}>
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
    </Folding>
  );
}
