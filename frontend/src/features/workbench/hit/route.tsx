import { Container } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Hit } from "@/api/hits";
import { ErrorNotice } from "@/components/error-notice";
import { kindNamed } from "@/kinds/registry";
import { currentVisit } from "@/lib/crowd-visit";
import { notifyDone } from "@/lib/notify";
import { completionQuery } from "@/lib/queries/completion";
import { useGateOnVisit } from "@/lib/queries/visit";
import { claimNext, hitQuery } from "../api";
import { Opening, UnknownKind } from "../route";
import { HitEnd } from "./hit-end";
import { HitWorkbench } from "./hit-workbench";

/** The page of one mini-batch. */
export function HitRoute({ hitId }: { readonly hitId: number }) {
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

type HitViewProps = { readonly hit: Hit; readonly refetch: () => Promise<Hit | undefined> };

function HitView({ hit, refetch }: HitViewProps) {
  const { t } = useTranslation("workbench");
  const kind = kindNamed(hit.stage.kind);
  const [texts, setTexts] = useState<readonly string[]>();
  const client = useQueryClient();
  const where = useWayOn();
  const meetGate = useGateOnVisit();
  if (!kind) return <UnknownKind name={hit.stage.kind} />;

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
    else if (claim.gate && (await meetGate(hit.project.id, claim.gate))) return;
    else where.leave();
  };
  const onLost = async (written: readonly string[]) => {
    setTexts(written);
    await refetch();
  };
  if (hit.state !== "live") {
    return (
      <HitEnd
        hit={hit}
        kind={kind}
        texts={texts}
        canLeave={where.canLeave}
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
      onGate={(gate) => meetGate(hit.project.id, gate)}
      onLost={(written) => void onLost(written)}
      onLeave={where.leave}
    />
  );
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
      else void navigate({ to: "/" });
    },
  };
}
