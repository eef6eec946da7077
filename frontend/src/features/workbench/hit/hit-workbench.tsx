import { Alert, Button, Text } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Gate, Hit } from "@/api/hits";
import type { NoWorkReason, SkipReason } from "@/api/types";
import type { Command } from "@/canvas/keys";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import type { KindEditor } from "@/kinds/kind";
import { claimNext, releaseHit, skip } from "../api";
import { CopyButton } from "../copy-button";
import { Desk } from "../desk";
import { Finished } from "../notices";
import { PostedNotice } from "../posted-notice";
import { useAbout, type WorkSession } from "../session";
import { SubmitError } from "../workbench";
import { HitClock } from "./hit-clock";
import { HitPage, type PageHandle, type PageReport } from "./hit-page";
import { HitSteps } from "./hit-steps";
import { UnreadOnPages, useUnreadPages } from "./unread-pages";
import classes from "./hit.module.css";
import { MissingDialog, PracticePanel } from "./later";
import { firstPage, rememberPage } from "./pages";
import { useHitSubmit } from "./use-hit-submit";
import { usePractice } from "./use-practice";

export interface HitWorkbenchProps {
  hit: Hit;
  kind: KindEditor;
  canLeave: boolean;
  onNext: (assignmentId: number) => void;
  onHit: (hitId: number) => void;
  /** A gate stands before more work: true when somebody else says what comes next. */
  onGate?: ((gate: Gate) => Promise<boolean>) | undefined;
  /** It was submitted: true when somebody else says what comes next. */
  onSubmitted: () => Promise<boolean>;
  /** The server is asked again what became of it; the texts are what is on the page now. */
  onLost: (texts: readonly string[]) => void;
  onLeave: () => void;
}

/** A mini-batch: one page per image, back and forth as one likes, submitted as one. */
export function HitWorkbench(props: HitWorkbenchProps) {
  return (
    <ShortcutsProvider>
      <OpenHit {...props} />
    </ShortcutsProvider>
  );
}

interface End {
  how: "submitted" | "skipped";
  reason: NoWorkReason | null;
  error: unknown;
}

function OpenHit(props: HitWorkbenchProps) {
  const { hit, kind, onLeave } = props;
  const { t } = useTranslation(["hits", "workbench"]);
  const pages = useHitPages(hit);
  const { index, go, skipped, reports } = pages;
  const [end, setEnd] = useState<End | null>(null);
  const count = hit.assignments.length;
  const isLast = index === count - 1;

  const goOn = async (how: End["how"]) => {
    rememberPage(hit.id, null);
    try {
      if (how === "submitted" && (await props.onSubmitted())) return;
      const claim = await claimNext(hit.project.id, hit.stage.key);
      if (claim.hit) props.onHit(claim.hit.id);
      else if (claim.assignment) props.onNext(claim.assignment.id);
      else if (claim.gate && (await props.onGate?.(claim.gate))) return;
      // From a crowd platform: the page of the visit says how to go back.
      else if (!props.canLeave) onLeave();
      else setEnd({ how, reason: claim.reason, error: null });
    } catch (error) {
      setEnd({ how, reason: null, error });
    }
  };
  const askServer = () => props.onLost(pages.all().map(({ handle }) => handle.text()));
  const [isTimeUp, setTimeUp] = useState(() => isOver(hit));
  const taking = () => pages.taking(isTimeUp);
  const [about] = useState(useAbout(hit));
  const question = useUnreadPages(go);
  const submission = useHitSubmit({
    hit,
    about,
    pages: taking,
    onDone: () => goOn("submitted"),
    onLost: askServer,
    onTwoVersions: go,
    asksFirst: () => !isTimeUp && question.asksAbout(taking()),
  });
  const practice = usePractice({
    hit,
    isSkipped: (id) => skipped.has(id),
    handleOf: pages.handleOf,
    onError: submission.setError,
  });
  const isBusy = submission.isBusy || practice.isBusy;
  // After the end of the time the server takes them a little longer, so nothing is put away here.
  useLostPages(reports, () => (isTimeUp || isOver(hit) ? setTimeUp(true) : askServer()));

  const forward = () => {
    const current = hit.assignments[index];
    if (current && practice.isWanted(current.id)) void practice.check(current.id);
    else if (isLast) void submission.submit();
    else go(index + 1);
  };
  const putBack = async () => {
    try {
      await Promise.all(taking().map(({ handle }) => handle.flush()));
      await releaseHit(hit.id);
      rememberPage(hit.id, null);
      onLeave();
    } catch (error) {
      submission.setError(error);
    }
  };
  const skipPage = async (id: number, reason: SkipReason, comment: string) => {
    await skip(id, reason, comment);
    pages.handleOf(id)?.finish();
    const left = hit.assignments.filter((item) => item.id !== id && !skipped.has(item.id));
    pages.markSkipped(id);
    if (left.length === 0) await goOn("skipped");
    else if (!isLast) go(index + 1);
  };
  const showMissing = (to: number) => {
    submission.forgetMissing();
    go(to);
  };

  if (end) {
    return (
      <Finished
        title={t(`workbench:finished.title.${end.how}`)}
        reason={end.reason}
        error={end.error}
        onRetry={() => void goOn(end.how)}
        onLeave={onLeave}
      />
    );
  }
  const forwardLabel = (id: number) => {
    if (practice.isWanted(id)) return t("practice.check");
    if (practice.isPractice && isLast) return t("practice.finish");
    return isLast ? t("submit_all", { count }) : t("next");
  };
  const practised = (session: WorkSession) => {
    const { id, stage } = session.assignment;
    const result = practice.resultOf(id);
    return result && <PracticePanel key={id} practised={result} stage={stage} />;
  };
  const view = (session: WorkSession) => (
    <Desk
      session={session}
      isBusy={isBusy}
      posted={submission.waiting}
      canLeave={props.canLeave}
      submitLabel={forwardLabel(session.assignment.id)}
      releaseLabel={t("release", { count })}
      secondary={
        <Button size="sm" variant="default" disabled={index === 0} onClick={() => go(index - 1)}>
          {t("previous")}
        </Button>
      }
      aside={
        <HitClock
          deadline={hit.deadline}
          onLastSave={() => taking().forEach(({ handle }) => void handle.flush())}
          onOver={() => setTimeUp(true)}
        />
      }
      mayAlwaysGoOn
      commands={pageKeys({ index, count, go })}
      replacement={skipped.has(session.assignment.id) ? <SkippedPage /> : undefined}
      onSubmit={forward}
      onRelease={() => void putBack()}
      onSkip={(reason, comment) => skipPage(session.assignment.id, reason, comment)}
      onLeave={onLeave}
    >
      <HitSteps pages={pages.summary} current={index} onGo={go} />
      {practised(session)}
      {submission.waiting && (
        <PostedNotice
          waiting={submission.waiting}
          until={hit.deadline}
          onSendNow={() => void submission.submit()}
          onTakeBack={submission.takeBack}
        />
      )}
      {submission.error !== null && <SubmitError error={submission.error} />}
      {isTimeUp && !submission.waiting && (
        <TimeUp count={count} isBusy={isBusy} onSubmit={() => void submission.submit()} />
      )}
      {session.lost && !isTimeUp && (
        <LostPage error={session.lost.error} text={kind.toText(session.answer.work.value.answer)} />
      )}
    </Desk>
  );
  return (
    <>
      {hit.assignments.map((assignment, at) => (
        <HitPage
          key={assignment.id}
          assignment={assignment}
          kind={kind}
          isCurrent={at === index}
          isSkipped={skipped.has(assignment.id)}
          isOver={false}
          handle={pages.refFor(assignment.id)}
          onReport={pages.onReport}
        >
          {view}
        </HitPage>
      ))}
      <UnreadOnPages question={question} onSubmit={() => void submission.submit()} />
      <MissingDialog
        missing={submission.missing}
        isOpen={submission.missing.length > 0}
        onGo={showMissing}
        onClose={submission.forgetMissing}
      />
    </>
  );
}

function SkippedPage() {
  const { t } = useTranslation("hits");
  return (
    <main className={classes.skipped}>
      <Text fw={600}>{t("skipped_title")}</Text>
      <Text c="dimmed" maw="48ch">
        {t("skipped_text")}
      </Text>
    </main>
  );
}

function isOver(hit: Hit): boolean {
  return Date.now() >= new Date(hit.deadline).getTime();
}

interface TimeUpProps {
  count: number;
  isBusy: boolean;
  onSubmit: () => void;
}

/** Said once, without haste: for a little while it can still be submitted. */
function TimeUp({ count, isBusy, onSubmit }: TimeUpProps) {
  const { t } = useTranslation("hits");
  return (
    <Alert role="alert" color="yellow" radius={0} title={t("time_up.title")}>
      <Text size="sm" mb="xs">
        {t("time_up.text")}
      </Text>
      <Button size="xs" loading={isBusy} onClick={onSubmit}>
        {t("time_up.submit", { count })}
      </Button>
    </Alert>
  );
}

/** This one image was taken back, for example because it left the project; the others go on. */
function LostPage({ error, text }: { error: unknown; text: string }) {
  const { t } = useTranslation("hits");
  return (
    <Alert role="alert" color="yellow" radius={0} title={t("lost_title")}>
      <Text size="sm">{isApiError(error) ? error.message : t("lost_text")}</Text>
      <Text size="sm" mb="xs">
        {t("lost_others")}
      </Text>
      <CopyButton text={text} />
    </Alert>
  );
}

function pageKeys(options: { index: number; count: number; go: (index: number) => void }): Command[] {
  const { index, count, go } = options;
  return [
    {
      id: "page_back",
      keys: ["alt+PageUp"],
      scope: "anywhere",
      isEnabled: () => index > 0,
      run: () => go(index - 1),
    },
    {
      id: "page_forward",
      keys: ["alt+PageDown"],
      scope: "anywhere",
      isEnabled: () => index < count - 1,
      run: () => go(index + 1),
    },
  ];
}

/** Which page is on screen, what each page says of itself, and a hand on each. */
function useHitPages(hit: Hit) {
  const { assignments } = hit;
  const [index, setIndex] = useState(() => firstPage(hit.id, assignments));
  const [reports, setReports] = useState<ReadonlyMap<number, PageReport>>(new Map());
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(
    () => new Set(assignments.filter(({ state }) => state === "skipped").map(({ id }) => id)),
  );
  const handles = useRef(new Map<number, PageHandle>());
  const [refs] = useState(
    () =>
      new Map(
        assignments.map(({ id }) => [
          id,
          (handle: PageHandle | null) => {
            if (handle) handles.current.set(id, handle);
            else handles.current.delete(id);
          },
        ]),
      ),
  );
  const go = (to: number) => {
    setIndex(to);
    rememberPage(hit.id, to);
  };
  const onReport = useCallback(
    (id: number, report: PageReport) => setReports((old) => new Map(old).set(id, report)),
    [],
  );
  const all = () =>
    assignments.flatMap(({ id }, at) => {
      const handle = handles.current.get(id);
      return handle ? [{ index: at, id, handle }] : [];
    });
  return {
    index,
    go,
    reports,
    skipped,
    markSkipped: (id: number) => setSkipped((old) => new Set(old).add(id)),
    onReport,
    refFor: (id: number) => refs.get(id) ?? null,
    handleOf: (id: number) => handles.current.get(id),
    all,
    taking: (withLost: boolean) =>
      all().filter(({ id }) => !skipped.has(id) && (withLost || (reports.get(id)?.lost ?? null) === null)),
    summary: assignments.map(({ id }) => ({ id, state: reports.get(id)?.state ?? ("unopened" as const) })),
  };
}

/** A page that is no longer held: the server knows whether that is true of all of them. */
function useLostPages(reports: ReadonlyMap<number, PageReport>, ask: () => void): void {
  const lost = [...reports.values()].filter((report) => report.lost !== null && report.state !== "skipped").length;
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (lost > 0) latest.current();
  }, [lost]);
}
