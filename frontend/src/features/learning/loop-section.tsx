import { Badge, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconSettings } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Loop, LoopState } from "@/api/learning";
import type { Connection } from "@/api/models";
import { ErrorNotice } from "@/components/error-notice";
import { TextLink } from "@/components/link-button";
import { useMetricName } from "@/components/metric-name";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { VersionBadge } from "@/components/version-badge";
import { formatNumber, formatPercent } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { connectionsQuery } from "@/lib/queries/models";
import { useMayLead } from "@/lib/queries/projects";
import { changeLoop, train } from "./api/learning";
import { LoopDialog } from "./loop-dialog";
import { RollBackButton } from "./roll-back-button";

const colors: Record<LoopState, string> = { off: "gray", collecting: "accent", training: "blue", refreshing: "blue" };

interface LoopSectionProps {
  projectId: number;
  loop: Loop;
}

/** What learns, from how much, and what happens next. */
export function LoopSection({ projectId, loop }: LoopSectionProps) {
  const { t } = useTranslation("learning");
  const mayAct = useMayLead(projectId);
  const connections = useQuery(connectionsQuery(projectId)).data ?? [];
  const connection = connections.find(({ id }) => id === loop.connection);
  const learners = connections.filter(({ learns }) => learns);
  return (
    <Section
      title={t("loop.title")}
      description={t("loop.text")}
      actions={mayAct && <LoopActions projectId={projectId} loop={loop} connection={connection} learners={learners} />}
    >
      <Stack>
        <Group gap="sm">
          <Badge color={colors[loop.state]} size="lg">
            {t(`loop.state.${loop.state}`)}
          </Badge>
          <Text size="sm" role="status">
            {t(`loop.state_text.${loop.state}`)}
          </Text>
        </Group>
        {loop.is_on && loop.next_at !== null && <NextBatch loop={loop} />}
        <Facts projectId={projectId} loop={loop} connection={connection} />
        {!connection && learners.length === 0 && <NoLearner projectId={projectId} />}
      </Stack>
    </Section>
  );
}

function NextBatch({ loop }: { loop: Loop }) {
  const { t } = useTranslation("learning");
  const collected = Math.min(Math.max(loop.finished - loop.counted, 0), loop.batch_size);
  return (
    <div>
      <Progress value={(100 * collected) / loop.batch_size} size="md" aria-label={t("loop.next_label")} />
      <Text size="sm" c="dimmed" mt={4}>
        {t("loop.next", { collected, size: loop.batch_size, count: loop.batch_size - collected })}
      </Text>
    </div>
  );
}

function Facts({ projectId, loop, connection }: LoopSectionProps & { connection: Connection | undefined }) {
  const { t } = useTranslation("learning");
  const metricName = useMetricName();
  const rule =
    loop.promotion === "manual"
      ? t("rule.manual")
      : t("rule.better", {
          metric: metricName(loop.metric),
          fewest: formatNumber(loop.fewest_held_out),
          margin: formatNumber(loop.margin, loop.margin ? 3 : 0),
        });
  const model = connection && (
    <Group gap="xs">
      <TextLink
        to="/projects/$projectId/models/$connectionId"
        params={{ projectId: String(projectId), connectionId: String(connection.id) }}
        fz="inherit"
      >
        {connection.name}
      </TextLink>
      {connection.serving && <VersionBadge version={connection.serving} />}
    </Group>
  );
  return (
    <Stats>
      <Stat label={t("loop.model")} value={model ?? t("loop.no_model")} />
      <Stat label={t("loop.finished")} value={formatNumber(loop.finished)} />
      <Stat label={t("loop.batch_size")} value={formatNumber(loop.batch_size)} />
      <Stat label={t("loop.held_out")} term="held_out" value={formatPercent(loop.held_out_share)} />
      <Stat label={t("loop.promotion")} term="promotion" value={t(`rule_short.${loop.promotion}`)} hint={rule} />
    </Stats>
  );
}

function NoLearner({ projectId }: { projectId: number }) {
  const { t } = useTranslation("learning");
  return (
    <Text size="sm" c="dimmed">
      {t("loop.no_learner")}{" "}
      <TextLink to="/projects/$projectId/models" params={{ projectId: String(projectId) }} fz="inherit">
        {t("loop.to_models")}
      </TextLink>
    </Text>
  );
}

interface LoopActionsProps extends LoopSectionProps {
  connection: Connection | undefined;
  learners: Connection[];
}

function LoopActions({ projectId, loop, connection, learners }: LoopActionsProps) {
  const { t } = useTranslation("learning");
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const announce = async (message: string) => {
    notifyDone(message);
    await client.invalidateQueries({ queryKey: ["projects", projectId] });
  };
  const turn = useMutation({
    mutationFn: () => changeLoop(projectId, { is_on: !loop.is_on }),
    onSuccess: ({ is_on: isOn }) => announce(t(isOn ? "act.turned_on" : "act.paused")),
  });
  const start = useMutation({
    mutationFn: (id: number) => train(projectId, id),
    onSuccess: () => announce(t("act.training")),
  });
  const error = turn.error ?? start.error;
  return (
    <>
      {connection && (
        <Button
          leftSection={
            loop.is_on ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />
          }
          variant={loop.is_on ? "default" : "filled"}
          loading={turn.isPending}
          onClick={() => turn.mutate()}
        >
          {t(loop.is_on ? "act.pause" : "act.turn_on")}
        </Button>
      )}
      {connection && (
        <Button
          variant="default"
          disabled={loop.training_run !== null || loop.finished === 0}
          loading={start.isPending}
          onClick={() => start.mutate(connection.id)}
        >
          {t("act.train_now")}
        </Button>
      )}
      {connection?.serving && <RollBackButton projectId={projectId} connection={connection} />}
      <Button
        variant={connection ? "default" : "filled"}
        leftSection={<IconSettings size={16} aria-hidden />}
        onClick={() => setEditing(true)}
      >
        {t(connection ? "act.settings" : "act.set_up")}
      </Button>
      <LoopDialog
        projectId={projectId}
        loop={loop}
        learners={learners}
        opened={editing}
        onClose={() => setEditing(false)}
      />
      {error && <ErrorNotice error={error} />}
    </>
  );
}
