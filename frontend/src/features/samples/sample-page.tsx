import { Badge, Group, Tabs, Text, Title, Tooltip } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CommentPlace, SampleDetail, Thread } from "@/api/types";
import { ShortcutsProvider, useShortcuts } from "@/canvas/shortcuts";
import { ShortcutsDialog } from "@/canvas/shortcuts-list/shortcuts-dialog";
import { ActNotice, useUndo } from "@/components/act-notice";
import { CommentThreads } from "@/components/comments/comment-threads";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { StateBadge } from "@/components/state-badge";
import { usePageTitle } from "@/lib/page-title";
import { commentsQuery } from "@/lib/queries/comments";
import { sampleQuery } from "./api/samples";
import { EraseNotice } from "./erase-notice";
import { useFrom } from "./from-list";
import { NeighbourButtons } from "./neighbour-buttons";
import { SampleActs } from "./sample-acts";
import { SampleHistory } from "./sample-history";
import { SampleImage } from "./sample-image";
import classes from "./sample-page.module.css";
import { StageRounds } from "./stage-rounds";
import { useDescribedPlace } from "./described-place";
import { useSampleObjects } from "./use-sample-objects";

export default function SamplePage({ sampleId }: { sampleId: number }) {
  const query = useQuery(sampleQuery(sampleId));
  return (
    <QueryView query={query}>
      {(sample) => (
        <ShortcutsProvider>
          <div className={classes.page} data-fills-window>
            <Header sample={sample} />
            {/* Another image is another place to look at: nothing stays chosen or zoomed. */}
            <Panes key={sample.id} sample={sample} />
          </div>
        </ShortcutsProvider>
      )}
    </QueryView>
  );
}

function Header({ sample }: { sample: SampleDetail }) {
  const { t } = useTranslation("samples");
  const { search } = useFrom();
  const [hasHelp, setHelp] = useState(false);
  const [act, setAct] = useState<number | null>(null);
  const undoing = useUndo(sample.project.id, act);
  useReadAgain(sample.id, undoing.act?.state);
  const params = { projectId: String(sample.project.id) };
  usePageTitle(sample.image.name, sample.project.name);
  useShortcuts("page", [{ id: "help", keys: ["?"], scope: "page", run: () => setHelp(true) }]);
  return (
    <header className={classes.head}>
      <div className={classes.names}>
        <Group gap={6} wrap="nowrap">
          <TextLink size="sm" to="/projects/$projectId" params={params} truncate>
            {sample.project.name}
          </TextLink>
          <Text size="sm" c="dimmed" aria-hidden>
            /
          </Text>
          <TextLink size="sm" to="/projects/$projectId/samples" params={params} search={search}>
            {t("detail.back")}
          </TextLink>
        </Group>
        <Group gap="xs">
          <Title order={1} className={classes.title} title={sample.image.name}>
            {sample.image.name}
          </Title>
          <StateBadge state={sample.state} />
          {sample.split && (
            <Tooltip
              label={t("detail.split_hint")}
              multiline
              w={260}
              events={{ hover: true, focus: true, touch: true }}
            >
              <Badge color="gray" tabIndex={0}>
                {t("detail.split", { split: sample.split })}
              </Badge>
            </Tooltip>
          )}
          <Text size="sm" c="dimmed">
            {t("detail.size", { width: sample.image.width, height: sample.image.height })}
          </Text>
          {sample.alike !== null && (
            <TextLink
              size="sm"
              to="/projects/$projectId/samples"
              params={params}
              search={{ alike: String(sample.alike) }}
            >
              {t("alike.show")}
            </TextLink>
          )}
        </Group>
      </div>
      <Group gap="xs">
        <NeighbourButtons sample={sample} />
        <SampleActs sample={sample} onAct={setAct} />
      </Group>
      {sample.state === "withdrawn" && (
        <div className={classes.notice}>
          <EraseNotice sample={sample} />
        </div>
      )}
      {act !== null && (
        <div className={classes.notice}>
          <ActNotice projectId={sample.project.id} undoing={undoing} onClose={() => setAct(null)} />
        </div>
      )}
      <ShortcutsDialog isOpen={hasHelp} onClose={() => setHelp(false)} />
    </header>
  );
}

/** What goes on in the background changes the sample as well. */
function useReadAgain(sampleId: number, state: string | undefined) {
  const client = useQueryClient();
  useEffect(() => {
    if (state === "done" || state === "undone") {
      void client.invalidateQueries({ queryKey: sampleQuery(sampleId).queryKey });
    }
  }, [client, sampleId, state]);
}

const isOpen = ({ resolved_at }: Thread) => resolved_at === null;

function Panes({ sample }: { sample: SampleDetail }) {
  const { t } = useTranslation(["samples", "comments"]);
  const at = useSampleObjects(sample);
  const [tab, setTab] = useState<string | null>("rounds");
  const [place, setPlace] = useState<CommentPlace | null>(null);
  const describe = useDescribedPlace(sample, at.lighting);
  const count = useQuery(commentsQuery({ sample: sample.id })).data?.threads.filter(isOpen).length ?? 0;
  const comment = (next: CommentPlace) => {
    setPlace(next);
    setTab("comments");
  };
  return (
    <div className={classes.panes}>
      <SampleImage sample={sample} at={at} />
      <Tabs value={tab} onChange={setTab} className={classes.panel} keepMounted={false}>
        <Tabs.List className={classes.tabs} aria-label={t("detail.parts")}>
          <Tabs.Tab value="rounds">{t("detail.rounds")}</Tabs.Tab>
          <Tabs.Tab value="history">{t("detail.history")}</Tabs.Tab>
          <Tabs.Tab value="comments" rightSection={count > 0 && <Badge size="sm">{count}</Badge>}>
            {t("comments:title")}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rounds" className={classes.read} tabIndex={0}>
          {sample.stages.map((stage) => (
            <StageRounds key={stage.key} sample={sample} stage={stage} lighting={at.lighting} onComment={comment} />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.read} tabIndex={0}>
          <SampleHistory sample={sample} />
        </Tabs.Panel>
        <Tabs.Panel value="comments" className={classes.read}>
          <CommentThreads of={{ sample: sample.id }} place={place} onPlace={setPlace} describe={describe} mayResolve />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
