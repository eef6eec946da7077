import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Judgement, ReviewItem } from "@/api/quality";
import { ShortcutsProvider, useShortcuts } from "@/canvas/shortcuts";
import { ShortcutsDialog } from "@/canvas/shortcuts-list/shortcuts-dialog";
import { BlockDialog } from "@/components/block-dialog";
import { QueryView } from "@/components/query-view";
import { RejectDialog } from "@/components/reject-dialog";
import { GoldDialog } from "@/kinds/gold/gold-dialog";
import { useGoldStages } from "@/kinds/gold/gold-stages";
import { kindNamed } from "@/kinds/registry";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { batchesQuery, judge } from "@/lib/queries/quality";
import { messageOf } from "@/lib/server-messages";
import { ActBar, type Acts } from "./act-bar";
import { afterJudging, reviewItemQuery } from "./api/review";
import { Evidence } from "./evidence";
import { FeedbackDialog, type ChosenSpan } from "./feedback-dialog";
import { useQueue, type Queue } from "./use-queue";

interface DetailProps {
  projectId: number;
  annotationId: number;
}

/** One answer with everything that speaks for and against it. */
export default function ReviewDetailPage({ projectId, annotationId }: DetailProps) {
  const filters = useSearch({ from: "/shell/projects/$projectId/review/$annotationId" });
  return (
    <ShortcutsProvider>
      {/* Another list is another way through it. */}
      <Walk key={JSON.stringify({ ...filters, cursor: undefined })} projectId={projectId} annotationId={annotationId} />
    </ShortcutsProvider>
  );
}

function Walk({ projectId, annotationId }: DetailProps) {
  const { t } = useTranslation("review");
  const filters = useSearch({ from: "/shell/projects/$projectId/review/$annotationId" });
  const queue = useQueue(projectId, annotationId, filters);
  const query = useQuery(reviewItemQuery(projectId, annotationId));
  // The last act of this walk: it can be taken back from the answer that followed.
  const [last, setLast] = useState<number | null>(null);
  usePageTitle(query.data?.answer.image.name ?? "", t("title"), useProjectName(projectId));
  return (
    <QueryView query={query}>
      {(item) => (
        <Detail key={annotationId} projectId={projectId} item={item} queue={queue} last={last} onJudged={setLast} />
      )}
    </QueryView>
  );
}

type DialogName = "reject" | "feedback" | "block" | "gold" | "help";

interface InnerProps {
  projectId: number;
  item: ReviewItem;
  queue: Queue;
  last: number | null;
  onJudged: (annotation: number | null) => void;
}

function useJudging({ projectId, item, queue, last, onJudged }: InnerProps, close: () => void) {
  const { t } = useTranslation("review");
  const client = useQueryClient();
  const current = item.answer.annotation;
  return useMutation({
    mutationFn: ({ annotation, ...judgement }: Judgement & { annotation: number }) =>
      judge(projectId, annotation, judgement),
    onSuccess: (judged, { verdict, annotation }) => {
      close();
      afterJudging(client, projectId, judged);
      if (verdict === "unreviewed") {
        notifyDone(t("done.undone"));
        onJudged(annotation === last ? null : last);
        if (annotation !== current) queue.goTo(annotation);
        return;
      }
      const { requeued } = judged;
      const outcome = requeued?.reason ? messageOf(requeued.reason) : requeued ? t("done.requeued") : "";
      notifyDone([t(`done.${verdict}`), outcome].filter(Boolean).join(" "));
      onJudged(annotation);
      queue.goNext();
    },
  });
}

function Detail(props: InnerProps) {
  const { projectId, item, queue, last } = props;
  const { answer } = item;
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [chosen, setChosen] = useState<ChosenSpan | null>(null);
  const close = () => setDialog(null);
  const judging = useJudging(props, close);
  const mayAct = useMayLead(projectId);
  const batches = useQuery(batchesQuery(projectId)).data;
  const batch = batches?.find(({ id }) => id === answer.batch);
  const hasTexts = (kindNamed(answer.stage.kind).textParts?.(answer.value) ?? []).length > 0;
  const canBeGold = useGoldStages(projectId, answer.stage, answer.value).length > 0;
  const free = mayAct && !judging.isPending;
  const undoable = answer.verdict === "unreviewed" ? last : answer.annotation;
  const send = (judgement: Judgement, annotation = answer.annotation) => {
    // One act at a time: a second press while the first is on its way does nothing.
    if (free) judging.mutate({ annotation, ...judgement });
  };
  const acts: Acts = {
    approve:
      free && answer.verdict !== "approved" ? () => send({ verdict: "approved", reason: "", requeue: false }) : null,
    reject: free && answer.verdict !== "rejected" ? () => setDialog("reject") : null,
    feedback: free && hasTexts ? () => setDialog("feedback") : null,
    block: free ? () => setDialog("block") : null,
    gold: free && canBeGold ? () => setDialog("gold") : null,
    undo:
      free && undoable !== null ? () => send({ verdict: "unreviewed", reason: "", requeue: false }, undoable) : null,
    help: () => setDialog("help"),
  };
  useReviewKeys(acts, queue);
  return (
    <>
      <Evidence
        projectId={projectId}
        item={item}
        batch={batch}
        onSpan={(path, span) => setChosen(span ? { path, span } : null)}
        bar={
          <ActBar
            acts={acts}
            queue={queue}
            busy={judging.isPending}
            mayAct={mayAct}
            error={dialog === "reject" ? null : judging.error}
          />
        }
      />
      <RejectDialog
        opened={dialog === "reject"}
        onClose={close}
        projectId={projectId}
        rejections={{ annotations: [answer.annotation] }}
        count={1}
        flags={item.flags}
        busy={judging.isPending}
        error={judging.error}
        onReject={(reason, requeue) => send({ verdict: "rejected", reason, requeue })}
      />
      <FeedbackDialog
        projectId={projectId}
        answer={answer}
        chosen={chosen}
        opened={dialog === "feedback"}
        onClose={close}
      />
      <BlockDialog
        projectId={projectId}
        person={answer.annotator}
        batch={batch}
        opened={dialog === "block"}
        onClose={close}
      />
      <GoldDialog
        projectId={projectId}
        annotation={answer.annotation}
        stage={answer.stage}
        answer={answer.value}
        opened={dialog === "gold"}
        onClose={close}
      />
      <ShortcutsDialog isOpen={dialog === "help"} onClose={close} />
    </>
  );
}

function useReviewKeys(acts: Acts, queue: Queue) {
  const once = (act: (() => void) | null) => (event: KeyboardEvent) => {
    // A key that is held down must not judge a whole row of answers.
    if (!event.repeat) act?.();
  };
  const { t } = useTranslation("review");
  useShortcuts("review", [
    { id: "review_next", name: t("keys.next"), keys: ["j"], scope: "page", run: queue.goNext },
    { id: "review_previous", name: t("keys.previous"), keys: ["k"], scope: "page", run: queue.goPrevious },
    { id: "review_approve", name: t("keys.approve"), keys: ["a"], scope: "page", run: once(acts.approve) },
    { id: "review_reject", name: t("keys.reject"), keys: ["r"], scope: "page", run: once(acts.reject) },
    { id: "review_feedback", name: t("keys.feedback"), keys: ["f"], scope: "page", run: once(acts.feedback) },
    { id: "review_block", name: t("keys.block"), keys: ["b"], scope: "page", run: once(acts.block) },
    { id: "review_gold", name: t("keys.gold"), keys: ["g"], scope: "page", run: once(acts.gold) },
    { id: "review_undo", name: t("keys.undo"), keys: ["u"], scope: "page", run: once(acts.undo) },
    { id: "help", keys: ["?", "F1"], scope: "anywhere", run: once(acts.help) },
  ]);
}
