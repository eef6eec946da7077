import { useEffect, useImperativeHandle, useState, type ReactNode, type Ref } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProblem } from "@/api/errors";
import type { Assignment } from "@/api/types";
import type { KindEditor } from "@/kinds/kind";
import { useSelected } from "@/lib/value-store";
import { looksOf, type HitAnswer } from "../api";
import type { Unread } from "../unread-dialog";
import { useSession, type WorkSession } from "../session";
import { useErrors } from "../use-live-check";
import { pageState, type PageState } from "./pages";

/** What the whole mini-batch may ask of one of its pages. */
export interface PageHandle {
  answer: () => HitAnswer;
  text: () => string;
  flush: () => Promise<unknown>;
  hold: () => Promise<unknown>;
  resume: () => void;
  finish: () => void;
  /** What keeps it from being submitted; without the server, what is known of that here. */
  checkNow: () => Promise<readonly FieldProblem[]>;
  /** There are two versions of it, which its author has to see first. */
  hasTwoVersions: () => boolean;
  showProblems: (fields: readonly FieldProblem[]) => void;
  unread: () => Unread;
  showUnread: () => void;
}

export interface PageReport {
  state: PageState;
  lost: unknown;
}

interface HitPageProps {
  assignment: Assignment;
  kind: KindEditor;
  isCurrent: boolean;
  isSkipped: boolean;
  isOver: boolean;
  handle: Ref<PageHandle>;
  onReport: (id: number, report: PageReport) => void;
  children: (session: WorkSession) => ReactNode;
}

/**
 * One page. All pages of a mini-batch stay alive, so that nothing typed depends on which one is on
 * screen; only the current one is drawn, and only its time runs.
 */
export function HitPage(props: HitPageProps) {
  const { assignment, kind, isCurrent, isSkipped, onReport } = props;
  const session = useSession({ assignment, kind, isCurrent, isOver: props.isOver || isSkipped });
  const { t } = useTranslation("workbench");
  const { answer, saving, time, liveCheck, lost } = session;
  const [wasOpened, setOpened] = useState(isCurrent || assignment.draft !== null);
  if (isCurrent && !wasOpened) setOpened(true);
  const errors = useErrors(liveCheck, answer.work);
  const isTouched = useSelected(answer.work, (work) => !kind.isSame(work.answer, assignment.start));
  const isEmpty = useSelected(answer.work, (work) => kind.isEmpty(work.answer));
  const state = pageState({
    isSkipped,
    wasOpened,
    isTouched: assignment.draft !== null || isTouched,
    isEmpty,
    isRefused: answer.problems.length > 0,
    errors,
  });
  useEffect(() => onReport(assignment.id, { state, lost }), [onReport, assignment.id, state, lost]);
  useImperativeHandle(props.handle, () => ({
    answer: () => ({
      assignment: assignment.id,
      answer: answer.work.value.answer,
      active_seconds: time.seconds(),
      ...looksOf(answer.work.value),
    }),
    text: () => kind.toText(answer.work.value.answer),
    flush: () => saving.autosave.flush(),
    hold: () => saving.autosave.hold(),
    resume: () => saving.autosave.resume(),
    finish: () => saving.autosave.finish(),
    checkNow: async () => {
      const findings = await liveCheck.now();
      return (
        findings?.filter(({ severity }) => severity === "error") ?? kind.check(answer.work.value.answer, assignment, t)
      );
    },
    hasTwoVersions: session.showConflict,
    showProblems: answer.showProblems,
    unread: answer.looks.unread,
    showUnread: answer.looks.showUnread,
  }));
  return isCurrent ? props.children(session) : null;
}
