import { Text, Textarea } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { VoteAnswer } from "@/api/types";
import { CanvasToolbar } from "@/canvas/canvas-toolbar";
import { ImageCanvas } from "@/canvas/image-canvas";
import type { Command } from "@/canvas/keys";
import { useShortcuts } from "@/canvas/shortcuts";
import { useViewport } from "@/canvas/use-viewport";
import { viewCommands } from "@/canvas/view-commands";
import { Hints } from "../hints";
import { KeysHint } from "../keys-hint";
import type { WorkbenchProps } from "../kind";
import { RemarkList } from "../text/remark-list";
import { atKey, remarksOn } from "../text/remarks";
import { TwoPanes } from "../two-panes";
import { WhatToDo } from "../what-to-do";
import type { Criterion, VoteSettings } from "./criteria";
import { CriterionRow } from "./criterion-row";
import classes from "./vote.module.css";

/** An earlier answer and the questions about it: yes or no to each. */
export function VoteWorkbench(props: WorkbenchProps<VoteAnswer, VoteSettings>) {
  const { assignment, problems, findings, isReadOnly } = props;
  const { t } = useTranslation("workbench");
  const { settings } = assignment.stage;
  const { criteria } = settings;
  const { answer, change, vote } = useVotes(props);
  const { rows, at, setAt } = useCurrent(criteria, answer);
  const remarks = useMemo(() => remarksOn(answer.comment, problems, findings), [answer.comment, problems, findings]);
  const viewport = useViewport(assignment.image);
  useFocusOnProblem(rows, remarks.find(({ isRefused }) => isRefused)?.key, props.attempt);

  const say = (index: number, value: boolean) => {
    const criterion = criteria[index];
    if (criterion && !isReadOnly) vote(criterion.key, value);
  };
  const goTo = (index: number) => setAt(Math.min(Math.max(index, 0), criteria.length - 1), true);
  const sayAndGoOn = (value: boolean) => {
    say(at, value);
    goTo(at + 1);
  };
  const own = voteCommands({ criteria, answer, at, say, sayAndGoOn, goTo });
  useShortcuts("vote", own);
  useShortcuts("view", viewCommands({ viewport, hasOwnDigits: true }));
  const asksComment = settings.ask_comment;
  return (
    <TwoPanes
      image={assignment.image}
      panelLabel={t("vote.panel")}
      toolbar={<CanvasToolbar viewport={viewport} />}
      canvas={
        <ImageCanvas
          source={assignment.image}
          shapes={NO_SHAPES}
          viewport={viewport}
          selection={NO_SHAPES}
          hovered={null}
          isHidden={false}
          label={t("vote.canvas")}
          onSelect={nothing}
          onHover={nothing}
          onActivate={nothing}
        />
      }
      footer={<Hints hints={assignment.image.hints} />}
      panel={
        <>
          {!isReadOnly && <WhatToDo kind={assignment.stage.kind} task={assignment.id} sentences={[t("vote.task")]} />}
          <div className={classes.form}>
            <section className={classes.about} aria-label={t("vote.about")}>
              <Text component="h2" fw={650} size="sm" m={0}>
                {t("vote.about")}
              </Text>
              {props.judged ? (
                <div className={classes.judged}>{props.judged}</div>
              ) : (
                <Text c="dimmed">{t("vote.nothing")}</Text>
              )}
            </section>
            <ol className={classes.criteria} aria-label={t("vote.questions")} ref={rows}>
              {criteria.map((criterion, index) => (
                <CriterionRow
                  key={criterion.key}
                  criterion={criterion}
                  number={index + 1}
                  value={answer.votes[criterion.key] ?? null}
                  isCurrent={index === at}
                  isReadOnly={isReadOnly}
                  remarks={atKey(remarks, `votes.${criterion.key}`)}
                  onVote={(value) => say(index, value)}
                  onEnter={() => setAt(index)}
                />
              ))}
            </ol>
            <RemarkList remarks={atKey(remarks, "votes")} />
            {asksComment && (
              <div className={classes.comment}>
                <Textarea
                  label={t("vote.comment")}
                  autosize
                  minRows={2}
                  maxRows={6}
                  maxLength={2000}
                  data-undo="comment"
                  value={answer.comment}
                  readOnly={isReadOnly}
                  onChange={(event) => change({ comment: event.currentTarget.value })}
                />
                <RemarkList remarks={atKey(remarks, "comment")} />
              </div>
            )}
            <KeysHint
              commands={own}
              ids={["vote_toggle", "vote_yes", "vote_no"]}
              say={(toggle, yes, no) => t("vote.keys_hint", { count: criteria.length, toggle, yes, no })}
            />
          </div>
        </>
      }
    />
  );
}

const NO_SHAPES: readonly never[] = [];
const nothing = () => undefined;

function useVotes({ initial, onChange }: WorkbenchProps<VoteAnswer, VoteSettings>) {
  const [answer, setAnswer] = useState<VoteAnswer>(() => ({ votes: initial.votes, comment: initial.comment }));
  const latest = useRef(answer);
  const change = useCallback(
    (part: Partial<VoteAnswer>) => {
      const next = { ...latest.current, ...part };
      latest.current = next;
      setAnswer(next);
      onChange(next);
    },
    [onChange],
  );
  const vote = (key: string, value: boolean) => change({ votes: { ...latest.current.votes, [key]: value } });
  return { answer, change, vote };
}

/** The question the keys y and n answer: the first open one to begin with. */
function useCurrent(criteria: readonly Criterion[], answer: VoteAnswer) {
  const rows = useRef<HTMLOListElement>(null);
  const [at, mark] = useState(() => {
    const open = criteria.findIndex(({ key }) => (answer.votes[key] ?? null) === null);
    return Math.max(open, 0);
  });
  /**
   * Marks a question; only a key brings it into view. If it moved when a press gives it the focus, the
   * pointer would be released somewhere else, and the press would be lost.
   */
  const setAt = useCallback((index: number, isByKey = false) => {
    mark(index);
    if (isByKey) rows.current?.children[index]?.scrollIntoView({ block: "nearest" });
  }, []);
  return { rows, at, setAt };
}

function useFocusOnProblem(
  rows: React.RefObject<HTMLOListElement | null>,
  key: string | undefined,
  attempt: number,
): void {
  useEffect(() => {
    if (attempt === 0 || !key) return;
    rows.current?.querySelector<HTMLElement>(`[data-part="${key}"] input`)?.focus();
    // Only a new attempt moves the focus, never the fixing of a problem.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);
}

function voteCommands(options: {
  criteria: readonly Criterion[];
  answer: VoteAnswer;
  at: number;
  say: (index: number, value: boolean) => void;
  sayAndGoOn: (value: boolean) => void;
  goTo: (index: number) => void;
}): Command[] {
  const { criteria, answer, at, say, sayAndGoOn, goTo } = options;
  const toggles = criteria.slice(0, 9).map((criterion, index): Command => ({
    id: "vote_toggle",
    keys: [String(index + 1)],
    scope: "page",
    isUnlisted: index > 0,
    run: () => say(index, answer.votes[criterion.key] !== true),
  }));
  return [
    { id: "vote_yes", keys: ["y"], scope: "page", run: () => sayAndGoOn(true) },
    { id: "vote_no", keys: ["n"], scope: "page", run: () => sayAndGoOn(false) },
    { id: "question_next", keys: ["alt+ArrowDown"], scope: "anywhere", run: () => goTo(at + 1) },
    { id: "question_previous", keys: ["alt+ArrowUp"], scope: "anywhere", run: () => goTo(at - 1) },
    ...toggles,
  ];
}
