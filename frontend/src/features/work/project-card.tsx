import { Alert, Anchor, Box, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { IconBook2, IconPlayerPlay } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { NoWorkReason, WorkProject } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { claim, workQuery } from "./api/work";

interface ProjectCardProps {
  project: WorkProject;
  heldStages: readonly string[];
  onGuidelines: () => void;
}

export function ProjectCard({ project, heldStages, onGuidelines }: ProjectCardProps) {
  const { t } = useTranslation("work");
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
        {project.guidelines_unread && (
          <Alert color="yellow" p="xs" icon={<IconBook2 size={18} aria-hidden />}>
            <Text size="sm">
              {t("project.unread")}{" "}
              <Anchor component="button" type="button" fz="inherit" onClick={onGuidelines}>
                {t("project.read_now")}
              </Anchor>
            </Text>
          </Alert>
        )}
        {project.reason ? <Reason reason={project.reason} /> : <StartButtons project={project} heldStages={heldStages} />}
        <Group justify="space-between" mt="auto" gap="xs">
          <Text size="sm" c="dimmed">
            {t("project.done_by_me", { count: project.done_by_me })}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconBook2 size={16} aria-hidden />}
            onClick={onGuidelines}
          >
            {t("project.guidelines")}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
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
  const start = useMutation({
    mutationFn: (stage: string) => claim(project.id, stage),
    onMutate: () => { setNothing(null); },
    onSuccess: async ({ assignment, reason }) => {
      await client.invalidateQueries({ queryKey: workQuery.queryKey });
      if (assignment) {
        await navigate({ to: "/work/$assignmentId", params: { assignmentId: String(assignment.id) } });
      } else {
        setNothing(reason ?? "nothing_open");
      }
    },
  });
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {project.stages.map((stage) => {
          const isHeld = heldStages.includes(stage.key);
          const canStart = isHeld || stage.available;
          return (
            <Button
              key={stage.key}
              size="md"
              disabled={!canStart}
              loading={start.isPending && start.variables === stage.key}
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              title={canStart ? undefined : t("project.nothing_in_stage")}
              onClick={() => { start.mutate(stage.key); }}
            >
              {t(isHeld ? "project.continue" : "project.start", { stage: stage.title })}
            </Button>
          );
        })}
      </Group>
      {nothing && (
        <Text size="sm" role="status">
          {nothing === "nothing_open" ? t("lost_race") : t(`reason.${nothing}`)}
        </Text>
      )}
      {start.error && <ErrorNotice error={start.error} />}
    </Stack>
  );
}
