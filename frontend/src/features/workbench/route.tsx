import { Container } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Gate } from "@/api/hits";
import type { Assignment } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { LoadingRows } from "@/components/loading";
import type { KindEditor } from "@/kinds/kind";
import { kindNamed } from "@/kinds/registry";
import { UnknownKind } from "@/kinds/unknown-kind";
import { currentVisit } from "@/lib/crowd-visit";
import { useMeetGate } from "@/lib/queries/visit";
import { forgetHistory, removePending } from "@/lib/safe-work";
import { assignmentQuery, claimNext } from "./api";
import { KeptOfTask } from "./kept-versions";
import { Finished, KeptText } from "./notices";
import { forgetKept, keptWork } from "./use-saving";
import { Workbench } from "./workbench";
import classes from "./workbench.module.css";

interface WorkbenchPageProps {
  assignmentId: number;
}

/** The page of one assignment. Going on to the next one changes the address, not the page. */
export function WorkbenchPage({ assignmentId }: WorkbenchPageProps) {
  // All words now: a part that waited for its words later would blank the page in the middle of work.
  useTranslation(["workbench", "answers", "guidelines", "common"]);
  const query = useQuery(assignmentQuery(assignmentId));
  const navigate = useNavigate();
  const client = useQueryClient();
  const visit = currentVisit();
  const meetGate = useMeetGate();
  const onNext = (id: number) =>
    void navigate({ to: "/work/$assignmentId", params: { assignmentId: String(id) }, replace: true });
  const onHit = (id: number) => void navigate({ to: "/hits/$hitId", params: { hitId: String(id) }, replace: true });
  const onLeave = () => {
    void client.invalidateQueries({ queryKey: ["work"] });
    if (visit === null) void navigate({ to: "/work" });
    else void navigate({ to: "/entered/$participation", params: { participation: visit } });
  };
  if (query.isPending) return <Opening />;
  if (query.isError) {
    return (
      <Container component="main" size="sm" py="xl">
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      </Container>
    );
  }
  const { hit } = query.data;
  // A task of a mini-batch is done where the others are.
  if (hit) return <Navigate to="/hits/$hitId" params={{ hitId: String(hit) }} replace />;
  return (
    <AssignmentView
      key={assignmentId}
      assignment={query.data}
      onNext={onNext}
      onHit={onHit}
      onGate={(gate) => meetGate(query.data.project.id, gate, query.data.stage.key)}
      onLeave={onLeave}
      canLeave={visit === null}
    />
  );
}

interface AssignmentViewProps {
  assignment: Assignment;
  onNext: (assignmentId: number) => void;
  onHit: (hitId: number) => void;
  onGate?: ((gate: Gate) => Promise<boolean>) | undefined;
  onLeave: () => void;
  canLeave?: boolean;
}

export function AssignmentView({ assignment, onNext, onHit, onGate, onLeave, canLeave = true }: AssignmentViewProps) {
  const { t } = useTranslation("workbench");
  const kind = kindNamed(assignment.stage.kind).editor;
  if (assignment.state === "submitted" || assignment.state === "released" || assignment.state === "skipped") {
    const takeNext = async () => {
      const claim = await claimNext(assignment.project.id, assignment.stage.key);
      if (claim.hit) onHit(claim.hit.id);
      else if (claim.assignment) onNext(claim.assignment.id);
      else if (claim.gate && (await onGate?.(claim.gate))) return;
      else onLeave();
    };
    return (
      <div className={classes.page}>
        <Finished
          title={t(`closed.${assignment.state}`)}
          reason="already_over"
          error={null}
          onRetry={() => void takeNext().catch(onLeave)}
          onLeave={onLeave}
        >
          {kind && <KeptOf assignment={assignment} kind={kind} />}
        </Finished>
      </div>
    );
  }
  if (!kind) return <NoEditor name={assignment.stage.kind} />;
  return (
    <Workbench
      assignment={assignment}
      kind={kind}
      onNext={onNext}
      onHit={onHit}
      onGate={onGate}
      onLeave={onLeave}
      canLeave={canLeave}
    />
  );
}

/** Typed on this device after, or beside, what was handed in from another one. */
function KeptOf({ assignment, kind }: { assignment: Assignment; kind: KindEditor }) {
  const [text, setText] = useState(() => {
    removePending(String(assignment.id));
    forgetHistory(String(assignment.id));
    const kept = keptWork(assignment);
    return kept ? kind.toText(kept.answer) : "";
  });
  const forget = () => {
    forgetKept(assignment.id);
    setText("");
  };
  return (
    <>
      {text.trim() !== "" && <KeptText text={text} onForget={forget} />}
      <KeptOfTask assignment={assignment} kind={kind} />
    </>
  );
}

export function NoEditor({ name }: { name: string }) {
  return (
    <Container component="main" size="sm" py="xl">
      <UnknownKind name={name} />
    </Container>
  );
}

export function Opening() {
  return (
    <Container component="main" size="xl" py="xl">
      <LoadingRows rows={6} />
    </Container>
  );
}
