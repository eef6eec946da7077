import { ActionIcon, Button, Group, Text, Tooltip } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconKeyboard } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { KeyLabel } from "@/canvas/key-label";
import type { CaseQueue } from "./use-case-queue";

/** Back and forth through the cases. */
export function CaseBar({ queue, onHelp }: { queue: CaseQueue; onHelp: () => void }) {
  const { t } = useTranslation("harms");
  const { t: tc } = useTranslation("common");
  return (
    <Group component="nav" aria-label={t("bar.label")} gap="xs">
      <Tooltip label={<KeyLabel label={t("bar.previous")} command="harm_previous" />}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          disabled={!queue.hasPrevious}
          onClick={queue.goPrevious}
        >
          {tc("action.previous")}
        </Button>
      </Tooltip>
      <Tooltip label={<KeyLabel label={t("bar.next")} command="harm_next" />}>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconArrowRight size={16} aria-hidden />}
          disabled={!queue.hasNext}
          onClick={queue.goNext}
        >
          {tc("action.next")}
        </Button>
      </Tooltip>
      <Text size="sm" c="dimmed" role="status">
        {t("bar.position", { position: queue.position, count: queue.count })}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("bar.keys")}
        title={t("bar.keys")}
        onClick={onHelp}
        visibleFrom="sm"
        className="for-keys"
      >
        <IconKeyboard size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
