import { Container } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Hit } from "@/api/hits";
import { ErrorNotice } from "@/components/error-notice";
import type { KindEditor } from "@/kinds/kind";
import { kindNamed } from "@/kinds/registry";
import { currentVisit } from "@/lib/crowd-visit";
import { notifyDone } from "@/lib/notify";
import { completionQuery } from "@/lib/queries/completion";
import { useMeetGate } from "@/lib/queries/visit";
import { usePendingSubmission } from "@/lib/safe-work";
import { claimNext, hitQuery, hitSubmissionId } from "../api";
import { NoEditor, Opening } from "../route";
import { forgetKept, keptWork } from "../use-saving";
import { HitEnd, type HitEndProps } from "./hit-end";
import { HitWorkbench } from "./hit-workbench";

/** The page of one mini-batch. */
export function HitRoute({ hitId }: { hitId: number }) {
  // All words now: a part that waited for its words later would blank the page in the middle of work.
  useTranslation(["hits", "workbench", "answers", "guidelines", "entered", "common"]);
  const query = useQuery(hitQuery(hitId));
  if (query.isPending) return <Opening />;
  if (query.isError) {
    return (
      <Container component="main" size="sm" py="xl">
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </Container>
    );
  }
  return <HitView key={hitId} hit={query.data} refetch={async () => (await query.refetch()).data} />;
}

interface HitViewProps {
  hit: Hit;
  refetch: () => Promise<Hit | undefined>;
}

function HitView({ hit, refetch }: HitViewProps) {
  const { t } = useTranslation("workbench");
  const kind = kindNamed(hit.stage.kind).editor;
  const [texts, setTexts] = useState<readonly string[]>();
  const client = useQueryClient();
  const where = useWayOn();
  const meetGate = useMeetGate();
  if (!kind) return <NoEditor name={hit.stage.kind} />;

  const onSubmitted = async () => {
    notifyDone(t("submitted"));
    void client.invalidateQueries({ queryKey: ["work"] });
    if (hit.purpose !== "work") {
      where.toFeedback(hit.id);
      return true;
    }
    const completion = await client.fetchQuery(completionQuery(hit.id));
    if (completion.kind === "none") return false;
    // Now it is submitted, and that page says how to go back.
    await refetch();
    return true;
  };
  const takeAnother = async () => {
    const claim = await claimNext(hit.project.id, hit.stage.key);
    if (claim.hit) where.toHit(claim.hit.id);
    else if (claim.assignment) where.toAssignment(claim.assignment.id);
    else if (claim.gate && (await meetGate(hit.project.id, claim.gate, hit.stage.key))) return;
    else where.leave();
  };
  const onLost = async (written: readonly string[]) => {
    setTexts(written);
    await refetch();
  };
  if (hit.state !== "live") {
    return (
      <OverHit
        hit={hit}
        kind={kind}
        texts={texts}
        canLeave={where.canLeave}
        onDelivered={refetch}
        onAgain={() => void takeAnother().catch(where.leave)}
        onLeave={where.leave}
      />
    );
  }
  return (
    <HitWorkbench
      hit={hit}
      kind={kind}
      canLeave={where.canLeave}
      onNext={where.toAssignment}
      onHit={where.toHit}
      onSubmitted={onSubmitted}
      onGate={(gate) => meetGate(hit.project.id, gate, hit.stage.key)}
      onLost={(written) => void onLost(written)}
      onLeave={where.leave}
    />
  );
}

type OverHitProps = Omit<HitEndProps, "onForget"> & { onDelivered: () => Promise<unknown> };

/** What waits here to be submitted is sent all the same: for a moment after its time it still counts. */
function OverHit({ texts, onDelivered, ...props }: OverHitProps) {
  const { hit, kind } = props;
  const [here, setHere] = useState(() => keptTexts(hit, kind));
  const forget = () => {
    for (const { id } of hit.assignments) forgetKept(id);
    setHere(null);
  };
  usePendingSubmission({
    id: hitSubmissionId(hit.id),
    onDelivered: async () => {
      forget();
      await onDelivered();
    },
    // It came too late: what was written stays on this page.
    onRefused: () => undefined,
  });
  return <HitEnd {...props} texts={texts ?? here ?? undefined} onForget={here ? forget : undefined} />;
}

/** Page by page what this device has of it; null where it has nothing. */
function keptTexts(hit: Hit, kind: KindEditor): readonly string[] | null {
  const works = hit.assignments.map((assignment) => keptWork(assignment));
  if (works.every((work) => work === null)) return null;
  return works.map((work, at) => {
    // What was handed in or put back needs no showing; only what is nowhere else.
    const draft = hit.state === "expired" ? hit.assignments[at]?.draft : null;
    return kind.toText(work?.answer ?? draft?.answer ?? kind.empty());
  });
}

function useWayOn() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const visit = currentVisit();
  return {
    canLeave: visit === null,
    toHit: (id: number) => void navigate({ to: "/hits/$hitId", params: { hitId: String(id) }, replace: true }),
    toAssignment: (id: number) =>
      void navigate({ to: "/work/$assignmentId", params: { assignmentId: String(id) }, replace: true }),
    toFeedback: (id: number) =>
      void navigate({ to: "/hits/$hitId/feedback", params: { hitId: String(id) }, replace: true }),
    leave: () => {
      void client.invalidateQueries({ queryKey: ["work"] });
      if (visit !== null) void navigate({ to: "/entered/$participation", params: { participation: visit } });
      else void navigate({ to: "/work" });
    },
  };
}
