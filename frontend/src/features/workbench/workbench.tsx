import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Gate } from "@/api/hits";
import type { Assignment, SkipReason } from "@/api/types";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { ErrorNotice } from "@/components/error-notice";
import type { KindEditor } from "@/kinds/kind";
import { forgetHistory, useSaveState, type SaveState } from "@/lib/safe-work";
import { isLost, release, skip } from "./api";
import { Desk } from "./desk";
import { UnreadDialog } from "./later";
import { Finished, LostNotice } from "./notices";
import { PostedNotice } from "./posted-notice";
import { useSession } from "./session";
import { usePrefetch } from "./use-prefetch";
import { useSubmit } from "./use-submit";
import { useUnreadQuestion } from "./use-unread-question";
import classes from "./workbench.module.css";

export interface WorkbenchProps {
  assignment: Assignment;
  kind: KindEditor;
  onNext: (assignmentId: number) => void;
  onHit: (hitId: number) => void;
  /** A gate stands before more work: true when somebody else says what comes next. */
  onGate?: ((gate: Gate) => Promise<boolean>) | undefined;
  onLeave: () => void;
  /** False for visits from a crowd platform: at the end they go back to where they arrived. */
  canLeave?: boolean;
}

/** One task from opening to submission, whatever its kind. */
export function Workbench(props: WorkbenchProps) {
  return (
    <ShortcutsProvider>
      <OpenWorkbench {...props} />
    </ShortcutsProvider>
  );
}

function OpenWorkbench({ assignment, kind, onNext, onHit, onGate, onLeave, canLeave = true }: WorkbenchProps) {
  const { t } = useTranslation("workbench");
  const [isOver, setOver] = useState(false);
  const session = useSession({ assignment, kind, isOver });
  const { about, answer, saving, time, lost, onLost } = session;
  const { autosave } = saving;
  const isBegun = useSaveState(autosave, isChanged);
  const question = useUnreadQuestion();
  const asksFirst = () => lost === null && question.asks(answer.looks.unread());
  const going = { onNext, onHit, onGate, onLost, asksFirst };
  const submission = useSubmit({ assignment, kind, answer, autosave, time, about, ...going });
  if (submission.end !== null && !isOver) setOver(true);
  const isHeld = lost === null && !isOver && session.conflict === null && submission.waiting === null;
  usePrefetch({ assignment, isBegun, isRunning: isHeld });
  const goesBack = submission.end !== null && submission.end.error === null && !canLeave;
  useEffect(() => {
    if (goesBack) onLeave();
    // Once; where it leads to does not change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [goesBack]);

  const leaveTask = async () => {
    try {
      await autosave.flush();
      await release(assignment.id);
      forgetHistory(String(assignment.id));
      onLeave();
    } catch (problem) {
      if (isLost(problem)) onLost(problem);
      submission.setError(problem);
    }
  };
  const skipTask = async (reason: SkipReason, comment: string) => {
    await skip(assignment.id, reason, comment);
    autosave.finish();
    await submission.goOn("skipped");
  };
  const trySubmit = () => {
    if (!session.showConflict()) void submission.submit();
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
    <Desk
      session={session}
      isBusy={submission.isBusy}
      posted={submission.waiting}
      onSubmit={trySubmit}
      onRelease={() => void leaveTask()}
      onSkip={skipTask}
      canLeave={canLeave}
      onLeave={onLeave}
    >
      {lost && (
        <LostNotice
          reason={lost.error}
          text={kind.toText(answer.work.value.answer)}
          isBusy={submission.isBusy}
          error={submission.error}
          onSubmit={trySubmit}
          onNext={() => void submission.goOn("left")}
          onLeave={onLeave}
        />
      )}
      {submission.waiting && (
        <PostedNotice waiting={submission.waiting} onSendNow={trySubmit} onTakeBack={submission.takeBack} />
      )}
      {submission.error !== null && !lost && <SubmitError error={submission.error} />}
      <UnreadDialog
        counts={question.counts}
        isOpen={question.isOpen}
        onLook={() => {
          question.close();
          answer.looks.showUnread();
        }}
        onSubmit={() => {
          question.close();
          trySubmit();
        }}
      />
    </Desk>
  );
}

const isChanged = ({ status }: SaveState) => status !== "clean";

export function SubmitError({ error }: { error: unknown }) {
  const { t } = useTranslation("workbench");
  const hasFields = isApiError(error) && error.fields.length > 0;
  return (
    <div className={classes.submitError}>
      <ErrorNotice error={error} title={t("submit_failed")} hideFields={hasFields} />
    </div>
  );
}
