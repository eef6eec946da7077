import { UnstyledButton } from "@mantine/core";
import { IconAlertCircle, IconCheck, IconPencil, IconPlayerSkipForward } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./hit.module.css";
import type { PageState } from "./pages";

interface HitStepsProps {
  pages: ReadonlyArray<{ id: number; state: PageState }>;
  current: number;
  onGo: (index: number) => void;
}

/** All pages at a glance, each one press away, with what is known of it. */
export function HitSteps({ pages, current, onGo }: HitStepsProps) {
  const { t } = useTranslation("hits");
  const done = pages.filter(({ state }) => state === "done" || state === "skipped").length;
  return (
    <nav className={classes.steps} aria-label={t("steps.label")}>
      <ol>
        {pages.map(({ id, state }, index) => (
          <li key={id}>
            <UnstyledButton
              className={classes.step}
              data-state={state}
              aria-current={index === current ? "step" : undefined}
              aria-label={t("steps.page", { number: index + 1, state: t(`state.${state}`) })}
              title={t(`state.${state}`)}
              onClick={() => onGo(index)}
            >
              {index + 1}
              <StepIcon state={state} />
            </UnstyledButton>
          </li>
        ))}
      </ol>
      <span className={classes.progress}>{t("steps.progress", { done, count: pages.length })}</span>
    </nav>
  );
}

function StepIcon({ state }: { state: PageState }) {
  if (state === "done") return <IconCheck size={14} aria-hidden />;
  if (state === "problems") return <IconAlertCircle size={14} aria-hidden />;
  if (state === "draft") return <IconPencil size={14} aria-hidden />;
  if (state === "skipped") return <IconPlayerSkipForward size={14} aria-hidden />;
  return null;
}
