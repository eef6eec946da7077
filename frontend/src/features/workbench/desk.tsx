import { useCallback, useMemo, useState, type ReactNode } from "react";
import type { SkipReason } from "@/api/types";
import type { Command } from "@/canvas/keys";
import { useShortcuts } from "@/canvas/shortcuts";
import type { Scratch } from "@/kinds/kind";
import { useIsAmongFirst } from "@/lib/first-tasks";
import { usePageTitle } from "@/lib/page-title";
import { stageTitle } from "@/lib/server-messages";
import { useStable } from "@/lib/use-stable";
import { useSelected } from "@/lib/value-store";
import type { Work } from "./api";
import { Editor } from "./editor";
import { Header } from "./header";
import type { HeaderActions } from "./more-menu";
import { KeptLine } from "./kept-versions";
import { ConflictScreen, GuidelinesPanel, ScratchDialog, ShortcutsDialog, SkipDialog } from "./later";
import type { WorkSession } from "./session";
import { usePageCommands } from "./shortcuts/page-commands";
import { useClockWish } from "./task-clock";
import classes from "./workbench.module.css";

export interface DeskProps {
  session: WorkSession;
  isBusy: boolean;
  /** It waits to be sent: nothing can be changed until it is taken back. */
  posted?: { isKept: boolean } | null;
  submitLabel?: string;
  releaseLabel?: string;
  secondary?: ReactNode;
  aside?: ReactNode;
  canLeave?: boolean;
  /** The main button leads on even from a page that can no longer be changed. */
  mayAlwaysGoOn?: boolean;
  /** Between the header and the work: pages to choose from, notices. */
  children?: ReactNode;
  /** Instead of the work, when there is none on this page. */
  replacement?: ReactNode;
  commands?: readonly Command[];
  onSubmit: () => void;
  onRelease: () => void;
  onSkip: (reason: SkipReason, comment: string) => Promise<void>;
  onLeave: () => void;
}

type Dialog = "skip" | "scratch" | "shortcuts" | "guidelines" | null;

/** One task on screen: its header, its editor and its dialogs. What submitting means is the owner's. */
export function Desk(props: DeskProps) {
  const { session, isBusy, onSubmit, mayAlwaysGoOn = false, canLeave = true } = props;
  const { assignment, kind, conflict, answer, saving, lost } = session;
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = useCallback(() => setDialog(null), []);
  const [hasClock, toggleClock] = useClockWish();
  usePageTitle(stageTitle(assignment.stage), assignment.project.name);
  const isReadOnly = lost !== null || Boolean(props.posted);
  const skip = async (reason: SkipReason, comment: string) => {
    await props.onSkip(reason, comment);
    close();
  };
  const actions: HeaderActions = {
    leave: props.onLeave,
    openGuidelines: () => setDialog(dialog === "guidelines" ? null : "guidelines"),
    openShortcuts: () => setDialog("shortcuts"),
    openSkip: () => setDialog("skip"),
    release: props.onRelease,
    submit: onSubmit,
    toggleClock,
  };
  const isFirst = useIsAmongFirst(assignment.stage.kind, assignment.id);
  const scratch = useScratch(session, () => setDialog("scratch"));
  const canWork = !isReadOnly && conflict === null;
  const pageCommands = usePageCommands({
    actions,
    scratch,
    save: () => void saving.autosave.flush(),
    canWork,
    canSubmit: canWork || (mayAlwaysGoOn && conflict === null),
    canLeave,
  });
  useShortcuts("page", pageCommands);
  useShortcuts("pages", props.commands ?? NO_COMMANDS);
  return (
    <div className={classes.page} data-fills-window>
      <Header
        assignment={assignment}
        autosave={saving.autosave}
        posted={props.posted}
        places={props.replacement || conflict ? undefined : kind.places}
        time={session.time}
        hasClock={hasClock}
        isBusy={isBusy}
        isReadOnly={isReadOnly || conflict !== null}
        isSubmitDisabled={(isReadOnly && !mayAlwaysGoOn) || conflict !== null}
        actions={actions}
        submitLabel={props.submitLabel}
        releaseLabel={props.releaseLabel}
        secondary={props.secondary}
        aside={props.aside}
        canLeave={canLeave}
      />
      {props.children}
      {conflict === null && (
        <KeptLine
          versions={session.versions.kept}
          kind={kind}
          onDelete={session.versions.drop}
          onUse={isReadOnly ? undefined : session.versions.takeUp}
        />
      )}
      {props.replacement ??
        (conflict ? (
          <ConflictScreen conflict={conflict} kind={kind} onChoose={session.choose} />
        ) : (
          <main className={classes.body} data-task={assignment.id} data-first-tasks={isFirst || undefined}>
            <Editor
              key={answer.shown.generation}
              assignment={assignment}
              kind={kind}
              work={answer.work}
              onChange={answer.onChange}
              problems={answer.problems}
              findings={session.liveCheck.findings}
              attempt={answer.attempt}
              isReadOnly={isReadOnly}
              scratch={scratch}
              lookedAt={answer.looks.lookedAt}
              onLook={answer.looks.onLook}
              lookTurn={answer.looks.lookTurn}
            />
          </main>
        ))}
      <SkipDialog isOpen={dialog === "skip"} onClose={close} onSkip={skip} />
      <ScratchDialog
        isOpen={dialog === "scratch"}
        onClose={close}
        onStart={(reason) => {
          answer.startOver(reason);
          close();
        }}
      />
      <ShortcutsDialog isOpen={dialog === "shortcuts"} onClose={close} />
      <GuidelinesPanel projectId={assignment.project.id} isOpen={dialog === "guidelines"} onClose={close} />
    </div>
  );
}

/** The same as long as nothing about it changes, as the whole editor is drawn anew with it. */
function useScratch({ assignment, kind, answer }: WorkSession, ask: () => void): Scratch {
  const reason = useSelected(answer.work, reasonOf);
  const canStart = assignment.start_key !== null || !kind.isEmpty(assignment.start);
  const start = useStable(ask);
  const goBack = useStable(answer.goBack);
  return useMemo(() => ({ reason, canStart, start, goBack }), [reason, canStart, start, goBack]);
}

const NO_COMMANDS: readonly Command[] = [];
const reasonOf = (work: Work) => work.scratchReason;
