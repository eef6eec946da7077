import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnnotatorDetail } from "@/api/dashboards";
import { ActBar } from "@/components/act-bar";
import { ActNotice, useUndo } from "@/components/act-notice";
import { BlockDialog } from "@/components/block-dialog";
import { ErrorNotice } from "@/components/error-notice";
import { LastActs } from "@/components/last-acts";
import { LinkButton } from "@/components/link-button";
import { personName } from "@/lib/people";
import { useMayLead } from "@/lib/queries/projects";
import { answerCountQuery } from "@/lib/queries/quality";

interface AnnotatorActsProps {
  projectId: number;
  detail: AnnotatorDetail;
  /** What was done last, as long as its notice is open. */
  act: number | null;
  onAct: (act: number | null) => void;
}

/** What can be done about all of a person's work, and the way back. */
export function AnnotatorActs({ projectId, detail, act, onAct }: AnnotatorActsProps) {
  const undoing = useUndo(projectId, act);
  const mayAct = useMayLead(projectId);
  return (
    <Stack gap="sm">
      <ActNotice projectId={projectId} undoing={undoing} onClose={() => onAct(null)} />
      {mayAct && <EveryAnswer projectId={projectId} detail={detail} onAct={onAct} />}
      <LastActs projectId={projectId} annotator={detail.user.id} told={act} onUndo={onAct} />
    </Stack>
  );
}

interface EveryAnswerProps {
  projectId: number;
  detail: AnnotatorDetail;
  onAct: (act: number) => void;
}

function EveryAnswer({ projectId, detail: { user, role, is_blocked: blocked }, onAct }: EveryAnswerProps) {
  const { t } = useTranslation("dashboards");
  const { t: review } = useTranslation("review");
  const [blocking, setBlocking] = useState(false);
  const query = useQuery(answerCountQuery(projectId, user.id));
  const count = query.data;
  // A lead cannot be blocked, and whoever has left gets no work in any case.
  const block = role !== null && role !== "lead" && !blocked && (
    <Button variant="default" onClick={() => setBlocking(true)}>
      {review("act.block")}
    </Button>
  );
  if (query.error) return <ErrorNotice error={query.error} />;
  if (count === undefined) return null;
  return (
    <>
      {count > 0 ? (
        <ActBar
          projectId={projectId}
          chosen={{ matching: { state: "all", annotator: user.id } }}
          count={count}
          label={t("annotator.every_answer", { count, name: personName(user) })}
          onAct={onAct}
        >
          {block}
        </ActBar>
      ) : (
        <div>{block}</div>
      )}
      <BlockDialog projectId={projectId} person={user} opened={blocking} onClose={() => setBlocking(false)} />
    </>
  );
}

interface TickedActsProps {
  projectId: number;
  ticked: number[];
  onAct: (act: number) => void;
  onClear: () => void;
}

/** What can be done about the answers that are ticked in the list of texts. */
export function TickedActs({ projectId, ticked, onAct, onClear }: TickedActsProps) {
  const { t } = useTranslation("dashboards");
  const { t: review } = useTranslation("review");
  const [only] = ticked;
  if (only === undefined) return null;
  return (
    <ActBar projectId={projectId} chosen={{ annotations: ticked }} count={ticked.length} onAct={onAct} floats>
      <Button variant="subtle" onClick={onClear}>
        {review("bulk.clear")}
      </Button>
      {ticked.length === 1 && (
        <LinkButton
          variant="default"
          to="/projects/$projectId/review/$annotationId"
          params={{ projectId: String(projectId), annotationId: String(only) }}
          search={{ state: "all" }}
        >
          {t("annotator.write_feedback")}
        </LinkButton>
      )}
    </ActBar>
  );
}
