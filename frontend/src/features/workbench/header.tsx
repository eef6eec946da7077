import { ActionIcon, Button, Title } from "@mantine/core";
import { IconBook, IconChevronLeft, IconDots, IconKeyboard } from "@tabler/icons-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Assignment } from "@/api/types";
import { ColorSchemeToggle } from "@/components/color-scheme-toggle";
import { useFetchedAtRest } from "@/lib/deferred";
import type { Autosave } from "@/lib/safe-work";
import { stageTitle } from "@/lib/server-messages";
import { Tip } from "@/lib/tip";
import type { ActiveTime } from "./active-time";
import type { WorkPlace } from "@/kinds/kind";
import type { Work } from "./api";
import { MoreMenu } from "./later";
import type { HeaderActions } from "./more-menu";
import { SaveBadge } from "./save-badge";
import { SkipLinks } from "./skip-links";
import { TaskClock } from "./task-clock";
import classes from "./workbench.module.css";

interface HeaderProps {
  assignment: Assignment;
  autosave: Autosave<Work>;
  posted?: { isKept: boolean } | null | undefined;
  isBusy: boolean;
  isReadOnly: boolean;
  isSubmitDisabled: boolean;
  actions: HeaderActions;
  /** "Submit and next", where nothing else is to be said. */
  submitLabel?: string | undefined;
  releaseLabel?: string | undefined;
  /** A button before the main one, such as the way back to the page before. */
  secondary?: ReactNode;
  /** What else is to be seen at every moment, such as the time left. */
  aside?: ReactNode;
  /** Where one may want to go at once. */
  places?: readonly WorkPlace[] | undefined;
  time: ActiveTime;
  hasClock: boolean;
  /** False in a frame, where there is nowhere to go. */
  canLeave?: boolean;
}

export function Header(props: HeaderProps) {
  const { assignment, isBusy, isReadOnly, actions, canLeave = true } = props;
  const { t } = useTranslation("workbench");
  const heading = useRef<HTMLHeadingElement>(null);
  // A new task begins at its heading, for screen readers as for the eye.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [assignment.id]);
  return (
    <header className={classes.header}>
      {canLeave ? (
        <IconButton label={t("header.leave")} className={classes.back} onClick={actions.leave}>
          <IconChevronLeft size={20} aria-hidden />
        </IconButton>
      ) : (
        <span />
      )}
      <div className={classes.titles}>
        <Title order={1} size="h4" ref={heading} tabIndex={-1} className={classes.title}>
          {stageTitle(assignment.stage)}
        </Title>
        <span className={classes.project} title={assignment.project.name}>
          {assignment.project.name}
        </span>
      </div>
      <SkipLinks places={props.places ?? []} />
      <div className={classes.headerEnd}>
        <div className={classes.status}>
          {props.aside}
          {props.hasClock && <TaskClock time={props.time} />}
          <SaveBadge autosave={props.autosave} posted={props.posted} />
        </div>
        <IconButton label={t("header.guidelines")} className={classes.guidelines} onClick={actions.openGuidelines}>
          <IconBook size={19} aria-hidden />
        </IconButton>
        <span className={classes.wideOnly}>
          <IconButton label={t("header.shortcuts")} onClick={actions.openShortcuts}>
            <IconKeyboard size={19} aria-hidden />
          </IconButton>
          <ColorSchemeToggle />
        </span>
        <More isReadOnly={isReadOnly} hasClock={props.hasClock} actions={actions} releaseLabel={props.releaseLabel} />
        <div className={classes.submit}>
          {props.secondary}
          <Button
            size="sm"
            loading={isBusy}
            disabled={props.isSubmitDisabled}
            title={t("header.submit_hint")}
            onClick={actions.submit}
          >
            {props.submitLabel ?? t("header.submit")}
          </Button>
        </div>
      </div>
    </header>
  );
}

interface IconButtonProps {
  label: string;
  className?: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

function IconButton({ label, className, onClick, children }: IconButtonProps) {
  return (
    <Tip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} className={className} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tip>
  );
}

type MoreProps = Pick<HeaderProps, "isReadOnly" | "hasClock" | "actions" | "releaseLabel">;

/** A button until it is pressed: then the menu takes its place, focus and all. */
function More(props: MoreProps) {
  const { t } = useTranslation("workbench");
  const [isWanted, setWanted] = useState(false);
  useFetchedAtRest(MoreMenu);
  if (isWanted) return <MoreMenu {...props} />;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.more}
      aria-label={t("header.more")}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void MoreMenu.fetch().then(() => setWanted(true), noop)}
    >
      <IconDots size={19} aria-hidden />
    </ActionIcon>
  );
}

/** What could not be fetched is asked for again with the next press. */
const noop = () => undefined;
