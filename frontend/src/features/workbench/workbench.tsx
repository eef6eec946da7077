import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Assignment, SkipReason } from "@/api/types";
import type { Command } from "@/canvas/keys";
import { ShortcutsProvider, useShortcuts } from "@/canvas/shortcuts";
import { ErrorNotice } from "@/components/error-notice";
import { GuidelinesPanel } from "@/components/guidelines-panel";
import type { KindUi } from "@/kinds/kind";
import type { Saved } from "@/lib/autosave";
import { usePageTitle } from "@/lib/page-title";
import { isLost as isLostError, release, skip, type Work } from "./api";
import { ConflictScreen } from "./conflict-screen";
import { ScratchDialog, ShortcutsDialog, SkipDialog } from "./dialogs";
import { Header } from "./header";
import { Finished, LostNotice } from "./notices";
import { useActiveTime } from "./use-active-time";
import { useAnswer } from "./use-answer";
import { openWork, useHeartbeat, useSaving, type Conflict } from "./use-saving";
import { useSubmit } from "./use-submit";
import classes from "./workbench.module.css";

export type WorkbenchProps = {
  readonly assignment: Assignment;
  readonly kind: KindUi;
  readonly onNext: (assignmentId: number) => void;
  readonly onLeave: () => void;
};

/** One task from opening to submission, whatever its kind. */
export function Workbench(props: WorkbenchProps) {
  return (
    <ShortcutsProvider>
      <OpenWorkbench {...props} />
    </ShortcutsProvider>
  );
}

/** Why the task is no longer held; nothing more is known when it was so from the beginning. */
type Lost = { readonly error: unknown };

type Dialog = "skip" | "scratch" | "shortcuts" | "guidelines" | null;

function OpenWorkbench({ assignment, kind, onNext, onLeave }: WorkbenchProps) {
  const { t } = useTranslation("workbench");
  const [opened] = useState(() => openWork(assignment, kind));
  const [conflict, setConflict] = useState<Conflict | null>(opened.conflict);
  const [lost, setLost] = useState<Lost | null>(assignment.state === "expired" ? { error: null } : null);
  const isLost = lost !== null;
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = useCallback(() => setDialog(null), []);
  usePageTitle(assignment.stage.title, assignment.project.name);

  // The first reason stays: what a later attempt is answered is shown beside it.
  const onLost = useCallback((error: unknown) => setLost((known) => known ?? { error }), []);
  const session = useSession({ assignment, kind, opened, onNext, setConflict, onLost });
  const { answer, saving, submission } = session;
  useHeartbeat({
    assignment,
    time: session.time,
    isRunning: !isLost && submission.end === null,
    onLost,
  });

  const isReadOnly = isLost;
  const trySubmit = () => void submission.submit();
  const leaveTask = async () => {
    try {
      await saving.autosave.flush();
      await release(assignment.id);
      onLeave();
    } catch (problem) {
      if (isLostError(problem)) onLost(problem);
      submission.setError(problem);
    }
  };
  const skipTask = async (reason: SkipReason, comment: string) => {
    await skip(assignment.id, reason, comment);
    saving.autosave.finish();
    close();
    await submission.goOn("skipped");
  };
  useShortcuts(
    "page",
    pageCommands({
      submit: trySubmit,
      save: () => void saving.autosave.flush(),
      help: () => setDialog("shortcuts"),
      guidelines: () => setDialog(dialog === "guidelines" ? null : "guidelines"),
      canWork: !isReadOnly && submission.end === null && conflict === null,
    }),
  );

  const choose = (which: "mine" | "theirs") => {
    if (!conflict) return;
    // What was typed since the conflict came up is still the newer "mine".
    const mine = answer.current.current;
    const chosen = which === "mine" ? mine : conflict.theirs;
    saving.autosave.settle(conflict.server.version, which === "mine" ? mine : null);
    answer.replace(chosen);
    setConflict(null);
  };

  if (submission.end) {
    return (
      <div className={classes.page}>
        <Finished
          title={t(`finished.title.${submission.end.how}`)}
          reason={submission.end.reason}
          error={submission.end.error}
          onRetry={() => void submission.goOn(submission.end?.how ?? "left")}
          onLeave={onLeave}
        />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <Header
        assignment={assignment}
        save={saving.state}
        isBusy={submission.isBusy}
        isReadOnly={isReadOnly || conflict !== null}
        actions={{
          leave: onLeave,
          openGuidelines: () => setDialog("guidelines"),
          openShortcuts: () => setDialog("shortcuts"),
          openSkip: () => setDialog("skip"),
          release: () => void leaveTask(),
          submit: trySubmit,
        }}
      />
      {lost && (
        <LostNotice
          reason={lost.error}
          text={kind.toText(answer.work.answer)}
          isBusy={submission.isBusy}
          error={submission.error}
          onSubmit={trySubmit}
          onNext={() => void submission.goOn("left")}
          onLeave={onLeave}
        />
      )}
      {submission.error !== null && !isLost && <SubmitError error={submission.error} />}
      {conflict ? (
        <ConflictScreen conflict={conflict} kind={kind} onChoose={choose} />
      ) : (
        <main className={classes.body}>
          <kind.Workbench
            key={answer.shown.generation}
            assignment={assignment}
            initial={answer.shown.answer}
            onChange={answer.onChange}
            problems={answer.problems}
            attempt={answer.attempt}
            isReadOnly={isReadOnly}
            scratch={{
              reason: answer.work.scratchReason,
              canStart: assignment.start_key !== null || !kind.isEmpty(assignment.start),
              start: () => setDialog("scratch"),
              goBack: answer.goBack,
            }}
          />
        </main>
      )}
      <SkipDialog isOpen={dialog === "skip"} onClose={close} onSkip={skipTask} />
      <ScratchDialog
        isOpen={dialog === "scratch"}
        onClose={close}
        onStart={(reason) => {
          answer.startOver(reason);
          close();
        }}
      />
      <ShortcutsDialog isOpen={dialog === "shortcuts"} onClose={close} />
      <GuidelinesPanel projectId={assignment.project.id} opened={dialog === "guidelines"} onClose={close} />
    </div>
  );
}

type SessionOptions = Pick<WorkbenchProps, "assignment" | "kind" | "onNext"> & {
  readonly opened: ReturnType<typeof openWork>;
  readonly setConflict: (conflict: Conflict) => void;
  readonly onLost: (error: unknown) => void;
};

/** The work, its saving and its submission, wired to one another. */
function useSession({ assignment, kind, opened, onNext, setConflict, onLost }: SessionOptions) {
  const time = useActiveTime(assignment);
  const newest = useRef<Work>(opened.work);
  const saving = useSaving({
    assignment,
    kind,
    time,
    unsaved: opened.isUnsaved && !opened.conflict ? opened.work : null,
    onConflict: useCallback(
      (theirs: Work, server: Saved) => setConflict({ mine: newest.current, theirs, server }),
      [setConflict],
    ),
    onLost,
  });
  const { autosave } = saving;
  const onWork = useCallback(
    (work: Work) => {
      newest.current = work;
      autosave.change(work);
    },
    [autosave],
  );
  const answer = useAnswer(kind, assignment, opened.work, onWork);
  const submission = useSubmit({ assignment, kind, answer, autosave, time, onNext, onLost });
  return { time, saving, answer, submission };
}

function SubmitError({ error }: { readonly error: unknown }) {
  const { t } = useTranslation("workbench");
  const hasFields = isApiError(error) && error.fields.length > 0;
  return (
    <div className={classes.submitError}>
      <ErrorNotice error={error} title={t("submit_failed")} hideFields={hasFields} />
    </div>
  );
}

function pageCommands(options: {
  readonly submit: () => void;
  readonly save: () => void;
  readonly help: () => void;
  readonly guidelines: () => void;
  readonly canWork: boolean;
}): Command[] {
  const isEnabled = () => options.canWork;
  return [
    { id: "submit", keys: ["mod+Enter"], scope: "anywhere", isEnabled, run: options.submit },
    { id: "save", keys: ["mod+s"], scope: "anywhere", isEnabled, run: options.save },
    { id: "guidelines", keys: ["g"], scope: "page", run: options.guidelines },
    { id: "help", keys: ["?"], scope: "page", run: options.help },
  ];
}
