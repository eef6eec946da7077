import { Alert, Anchor, Box, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { IconBook2, IconPlayerPlay } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Gate } from "@/api/hits";
import type { NoWorkReason, WorkProject, WorkStage } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { workQuery } from "@/lib/queries/work";
import { stageTitle } from "@/lib/server-messages";
import { claim } from "./api/work";
import { GateNotice } from "./gate-notice";

interface ProjectCardProps {
  project: WorkProject;
  heldStages: readonly string[];
  onGuidelines: () => void;
}

export function ProjectCard({ project, heldStages, onGuidelines }: ProjectCardProps) {
  const { t } = useTranslation("work");
  const isAnnounced = project.guidelines_unread && project.gate?.reason !== "guidelines";
  return (
    <Card withBorder component="article">
      <Stack gap="sm" h="100%">
        <Box>
          <Title order={3}>{project.name}</Title>
          {project.description && (
            <Text size="sm" c="dimmed" lineClamp={3}>
              {project.description}
            </Text>
          )}
        </Box>
        {isAnnounced && (
          <Alert color="yellow" p="xs" icon={<IconBook2 size={18} aria-hidden />}>
            <Text size="sm">
              {t("project.unread")}{" "}
              <Anchor component="button" type="button" fz="inherit" onClick={onGuidelines}>
                {t("project.read_now")}
              </Anchor>
            </Text>
          </Alert>
        )}
        <WayIn project={project} heldStages={heldStages} />
        <Group justify="space-between" mt="auto" gap="xs">
          <Text size="sm" c="dimmed">
            {t("project.done_by_me", { count: project.done_by_me })}
          </Text>
          {!isAnnounced && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconBook2 size={16} aria-hidden />}
              onClick={onGuidelines}
            >
              {t("project.guidelines")}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

function WayIn({ project, heldStages }: Pick<ProjectCardProps, "project" | "heldStages">) {
  if (project.gate) return <GateNotice projectId={project.id} gate={project.gate} />;
  if (project.reason) return <Reason reason={project.reason} />;
  return <StartButtons project={project} heldStages={heldStages} />;
}

function Reason({ reason }: { reason: NoWorkReason }) {
  const { t } = useTranslation("work");
  return (
    <Box bg="var(--app-sunken)" p="sm" style={{ borderRadius: "var(--mantine-radius-sm)" }}>
      <Text size="sm" fw={600}>
        {t(`reason.${reason}_title`)}
      </Text>
      <Text size="sm" c="dimmed">
        {t(`reason.${reason}`)}
      </Text>
    </Box>
  );
}

function StartButtons({ project, heldStages }: Pick<ProjectCardProps, "project" | "heldStages">) {
  const { t } = useTranslation("work");
  const navigate = useNavigate();
  const client = useQueryClient();
  const [nothing, setNothing] = useState<NoWorkReason | null>(null);
  const [gate, setGate] = useState<Gate | null>(null);
  const start = useMutation({
    mutationFn: (stage: string) => claim(project.id, stage),
    onMutate: () => {
      setNothing(null);
      setGate(null);
    },
    onSuccess: async ({ assignment, hit, reason, gate: closed }) => {
      await client.invalidateQueries({ queryKey: workQuery.queryKey });
      if (closed) setGate(closed);
      else if (hit) await navigate({ to: "/hits/$hitId", params: { hitId: String(hit.id) } });
      else if (assignment) {
        await navigate({ to: "/work/$assignmentId", params: { assignmentId: String(assignment.id) } });
      } else {
        setNothing(reason ?? "nothing_open");
      }
    },
  });
  // What is held is offered above already.
  const first = project.stages.find(({ key, available }) => available && !heldStages.includes(key));
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {project.stages.map((stage) => (
          <StartButton
            key={stage.key}
            projectId={project.id}
            stage={stage}
            isHeld={heldStages.includes(stage.key)}
            isFirst={stage === first}
            loading={start.isPending && start.variables === stage.key}
            onStart={() => start.mutate(stage.key)}
          />
        ))}
      </Group>
      {project.stages.map((stage) => (
        <HitSizeNote key={stage.key} projectId={project.id} stage={stage} isNamed={project.stages.length > 1} />
      ))}
      {gate && <GateNotice projectId={project.id} gate={gate} />}
      {nothing && (
        <Text size="sm" role="status">
          {nothing === "nothing_open" ? t("lost_race") : t(`reason.${nothing}`)}
        </Text>
      )}
      {start.error && <ErrorNotice error={start.error} />}
    </Stack>
  );
}

interface StartButtonProps {
  projectId: number;
  stage: WorkStage;
  isHeld: boolean;
  /** The first stage in which something new can be begun: one button of a card stands out. */
  isFirst: boolean;
  loading: boolean;
  onStart: () => void;
}

function StartButton({ projectId, stage, isHeld, isFirst, loading, onStart }: StartButtonProps) {
  const { t } = useTranslation("work");
  const reason = useId();
  const canStart = isHeld || stage.available;
  const notes = [stage.hit && sizeId(projectId, stage), !canStart && reason].filter(Boolean).join(" ");
  return (
    <Group gap="xs">
      <Button
        size="md"
        variant={isFirst ? "filled" : "default"}
        disabled={!canStart}
        loading={loading}
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        aria-describedby={notes || undefined}
        onClick={onStart}
      >
        {t(isHeld ? "project.continue" : "project.start", { stage: stageTitle(stage) })}
      </Button>
      {!canStart && (
        <Text id={reason} size="sm" c="dimmed">
          {t("project.nothing_in_stage")}
        </Text>
      )}
    </Group>
  );
}

const sizeId = (projectId: number, stage: WorkStage) => `size-${String(projectId)}-${stage.key}`;

interface HitSizeNoteProps {
  projectId: number;
  stage: WorkStage;
  isNamed: boolean;
}

/** How much one takes on with one press, and how long there is for it. */
function HitSizeNote({ projectId, stage, isNamed }: HitSizeNoteProps) {
  const { t } = useTranslation("work");
  if (!stage.hit) return null;
  const size = t("hit.size", { count: stage.hit.size });
  const time = t("hit.minutes", { count: stage.hit.minutes });
  return (
    <Text id={sizeId(projectId, stage)} size="sm" c="dimmed">
      {isNamed ? `${stageTitle(stage)}: ` : ""}
      {t("hit.at_once", { size, time })}
    </Text>
  );
}
