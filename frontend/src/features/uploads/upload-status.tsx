import { Button, Drawer, Indicator, ActionIcon, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCloudUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { TextLink } from "@/components/link-button";
import { ProjectUploads, useUploadWords } from "@/components/uploads/project-uploads";
import { projectQuery } from "@/lib/queries/projects";
import { isProblem, isUnderWay, useUploads, type QueueState, type UploadQueue } from "@/lib/uploads";

/** How the upload is, on every page with a navigation; nothing while there is none. Pressed, it opens the list. */
export function UploadStatus({ isSmall = false }: { isSmall?: boolean }) {
  const { t } = useTranslation("uploads");
  const { queue, state } = useUploads();
  const words = useUploadWords(state);
  const [isOpen, { open, close }] = useDisclosure(false);
  if (state.items.length === 0 && !isOpen) return null;
  const isTroubled = state.error !== null || state.items.some(isProblem);
  const color = isTroubled ? "red" : state.items.some(isUnderWay) ? "blue" : "accent";
  const icon = <IconCloudUpload size={isSmall ? 18 : 16} aria-hidden />;
  return (
    <>
      {isSmall ? (
        <Indicator color={color} size={8} offset={6} processing={state.items.some(isUnderWay)}>
          <ActionIcon variant="subtle" color="gray" size="lg" onClick={open} aria-label={t("open", { said: words })}>
            {icon}
          </ActionIcon>
        </Indicator>
      ) : (
        <Button
          variant="light"
          color={color}
          size="xs"
          fullWidth
          justify="flex-start"
          leftSection={icon}
          onClick={open}
        >
          {words}
        </Button>
      )}
      <Drawer
        opened={isOpen}
        onClose={close}
        position="right"
        size="lg"
        title={<Text fw={600}>{t("title")}</Text>}
        closeButtonProps={{ "aria-label": t("close") }}
      >
        <Panel queue={queue} state={state} onLeave={close} />
      </Drawer>
    </>
  );
}

interface PanelProps {
  queue: UploadQueue;
  state: QueueState;
  onLeave: () => void;
}

function Panel({ queue, state, onLeave }: PanelProps) {
  const { t } = useTranslation("uploads");
  const projects = [...new Set(state.items.map(({ project }) => project))];
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {projects.length > 0 ? t("text") : t("none")}
      </Text>
      {projects.map((project) => (
        <Stack gap="xs" key={project}>
          <ProjectName projectId={project} onLeave={onLeave} />
          <ProjectUploads projectId={project} queue={queue} state={state} />
        </Stack>
      ))}
    </Stack>
  );
}

function ProjectName({ projectId, onLeave }: { projectId: number; onLeave: () => void }) {
  const { t } = useTranslation("uploads");
  const name = useQuery(projectQuery(projectId)).data?.name ?? t("project", { id: projectId });
  return (
    <TextLink
      to="/projects/$projectId/import"
      params={{ projectId: String(projectId) }}
      fw={600}
      size="sm"
      onClick={onLeave}
    >
      {name}
    </TextLink>
  );
}
