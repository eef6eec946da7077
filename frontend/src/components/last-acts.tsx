import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListedAct } from "@/api/quality";
import { personName } from "@/lib/people";
import { useMayLead } from "@/lib/queries/projects";
import { actsQuery } from "@/lib/queries/quality";
import { Outcome, useTakeBack } from "./act-notice";
import { ErrorNotice } from "./error-notice";
import { Pager } from "./pager";
import { Time } from "./time";

interface LastActsProps {
  projectId: number;
  /** Only what was done with this person's answers. */
  annotator?: number;
  /** The act that a notice tells of already. */
  told: number | null;
  /** An act was taken back: its notice tells what came of that. */
  onUndo: (act: number) => void;
}

/** What leads did with many answers, kept by the server: an undo is found after a reload, too. */
export function LastActs({ projectId, annotator, told, onUndo }: LastActsProps) {
  const { t } = useTranslation("review");
  const [opened, setOpened] = useState(false);
  const [cursor, setCursor] = useState<string | null>(null);
  const filters = { ...(annotator === undefined ? {} : { annotator }), ...(cursor ? { cursor } : {}) };
  const query = useQuery({ ...actsQuery(projectId, filters), placeholderData: keepPreviousData });
  if (query.error) return <ErrorNotice error={query.error} />;
  const acts = (query.data?.results ?? []).filter(({ id }) => id !== told);
  if (!query.data || (acts.length === 0 && !cursor)) return null;
  const hasMore = acts.length > 1 || Boolean(query.data.next ?? cursor);
  return (
    <Paper withBorder p="sm" role="region" aria-label={t("last.title")}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm" fw={550}>
          {t("last.title")}
        </Text>
        {hasMore && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={opened}
            onClick={() => {
              setOpened(!opened);
              setCursor(null);
            }}
          >
            {t(opened ? "last.fewer" : "last.more")}
          </Button>
        )}
      </Group>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {acts.slice(0, opened ? undefined : 1).map((act) => (
          <OneAct key={act.id} projectId={projectId} act={act} onUndo={onUndo} />
        ))}
      </Stack>
      {opened && <Pager page={query.data} onCursor={setCursor} />}
    </Paper>
  );
}

function OneAct({ projectId, act, onUndo }: { projectId: number; act: ListedAct; onUndo: (act: number) => void }) {
  const { t } = useTranslation("review");
  const undo = useTakeBack(projectId);
  const mayAct = useMayLead(projectId);
  const { undone_by: by, undone_at: at } = act;
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm">
            <Outcome act={act} />
          </Text>
          <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: "anywhere" }}>
            {act.reason && `“${act.reason}” · `}
            {personName(act.actor)} · <Time at={act.created_at} />
            {by && at && (
              <>
                {" · "}
                {t("last.taken_back", { name: personName(by) })} <Time at={at} />
              </>
            )}
          </Text>
        </div>
        {mayAct && act.state === "done" && act.counts.done > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate(act.id, { onSuccess: () => onUndo(act.id) })}
          >
            {t("act.undo")}
          </Button>
        )}
      </Group>
      {undo.error && <ErrorNotice error={undo.error} />}
    </li>
  );
}
