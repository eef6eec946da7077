import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Design } from "@/api/studies";
import { designNamed } from "@/kinds/studies";
import { STEPS, type Step } from "./draft";
import classes from "./new-study.module.css";

interface StepsNavProps {
  projectId: number;
  step: Step;
  design: Design;
  /** The steps on which something is missing still. */
  wrong: ReadonlySet<Step>;
}

/** Where one is; every step can be gone back to, nothing is lost on the way. */
export function StepsNav({ projectId, step, design, wrong }: StepsNavProps) {
  const { t } = useTranslation("studies");
  const now = STEPS.indexOf(step);
  const { settings } = designNamed(design);
  return (
    <nav aria-label={t("new.steps")}>
      <ol className={classes.steps}>
        {STEPS.map((name, index) => (
          <li
            key={name}
            className={classes.step}
            data-done={index < now || undefined}
            data-current={index === now || undefined}
            data-wrong={wrong.has(name) || undefined}
          >
            <Link
              to="/projects/$projectId/studies/new"
              params={{ projectId: String(projectId) }}
              search={{ step: name }}
              className={classes.link}
              aria-current={index === now ? "step" : undefined}
            >
              <span className={classes.number} aria-hidden="true">
                {wrong.has(name) ? "!" : index + 1}
              </span>
              <span className={classes.name}>
                {t(name === "metrics" && settings ? "metrics.asked" : `step.${name}`)}
                {wrong.has(name) && <VisuallyHidden> ({t("check.missing")})</VisuallyHidden>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
