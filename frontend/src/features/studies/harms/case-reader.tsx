import { Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { HarmCase, HarmRun, HarmVerdictName } from "@/api/harms";
import { useShortcuts } from "@/canvas/shortcuts";
import { ErrorNotice } from "@/components/error-notice";
import { notifyDone } from "@/lib/notify";
import { harmsKey, judgeCase } from "../api/harms";
import { CaseActs } from "./case-acts";
import { CaseView } from "./case-view";
import { forgetNote, useNote } from "./note";
import { VerdictPanel } from "./verdict-panel";
import { isByPeople, useStageTitle, VERDICTS } from "./names";
import type { CaseQueue } from "./use-case-queue";

interface CaseReaderProps {
  projectId: number;
  run: HarmRun;
  item: HarmCase;
  queue: CaseQueue;
  onHelp: () => void;
}

function useJudging({ projectId, run, queue }: CaseReaderProps) {
  const { t } = useTranslation("harms");
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...said }: { id: number; verdict: HarmVerdictName | null; note: string }) => judgeCase(id, said),
    onSuccess: async (fresh, { verdict }) => {
      forgetNote(fresh.id);
      queue.replace(fresh);
      notifyDone(t(`verdict.done_${verdict ?? "unread"}`));
      if (verdict) queue.goNext();
      await client.invalidateQueries({ queryKey: harmsKey(projectId, run.id), exact: true });
    },
  });
}

/** One case to read, with the keys that judge it and lead on. */
export function CaseReader(props: CaseReaderProps) {
  const { run, item, queue, onHelp } = props;
  const titleOf = useStageTitle();
  const judging = useJudging(props);
  const [note, setNote] = useNote(item);
  const field = useRef<HTMLTextAreaElement>(null);
  const say = (verdict: HarmVerdictName | null) => {
    // One verdict at a time: a second press while the first is on its way does nothing.
    if (!judging.isPending && (verdict ?? item.verdict)) judging.mutate({ id: item.id, verdict, note: note.trim() });
  };
  useCaseKeys({ say, queue, onNote: () => field.current?.focus(), onHelp });
  return (
    <Stack>
      <CaseView
        item={item}
        titles={{
          candidate: titleOf(run.candidate, run.candidate_title),
          truth: titleOf(run.truth ?? "", run.truth_title),
        }}
        hasTruth={run.truth !== null}
      >
        {judging.error && <ErrorNotice error={judging.error} />}
        <VerdictPanel item={item} note={note} field={field} busy={judging.isPending} onNote={setNote} onVerdict={say} />
        <CaseActs key={item.id} item={item} isAnswer={isByPeople(run.candidate)} onDone={queue.replace} />
      </CaseView>
    </Stack>
  );
}

interface CaseKeys {
  say: (verdict: HarmVerdictName | null) => void;
  queue: CaseQueue;
  onNote: () => void;
  onHelp: () => void;
}

function useCaseKeys({ say, queue, onNote, onHelp }: CaseKeys) {
  const { t } = useTranslation("harms");
  // A key that is held down must not judge a whole row of cases.
  const once = (act: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) act();
  };
  useShortcuts("harms", [
    ...VERDICTS.map((verdict, at) => ({
      id: `harm_${verdict}`,
      name: t(`verdict.${verdict}`),
      keys: [String(at + 1)],
      scope: "page" as const,
      run: once(() => say(verdict)),
    })),
    { id: "harm_next", name: t("bar.next"), keys: ["j"], scope: "page", run: queue.goNext },
    { id: "harm_previous", name: t("bar.previous"), keys: ["k"], scope: "page", run: queue.goPrevious },
    { id: "harm_unread", name: t("verdict.take_back"), keys: ["u"], scope: "page", run: once(() => say(null)) },
    { id: "harm_note", name: t("verdict.write_note"), keys: ["n"], scope: "page", run: once(onNote) },
    { id: "help", keys: ["?", "F1"], scope: "anywhere", run: once(onHelp) },
  ]);
}
