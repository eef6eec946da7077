import { ActionIcon, Box, Button, Group, Menu, Paper, Text, Tooltip } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconDots, IconKeyboard } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import classes from "./review.module.css";
import type { Queue } from "./use-queue";

/** What can be done now; null where it cannot. */
export interface Acts {
  approve: (() => void) | null;
  reject: (() => void) | null;
  feedback: (() => void) | null;
  block: (() => void) | null;
  gold: (() => void) | null;
  undo: (() => void) | null;
  help: () => void;
}

interface ActBarProps {
  acts: Acts;
  queue: Queue;
  busy: boolean;
  mayAct: boolean;
  error: unknown;
}

const minor = ["undo", "gold", "feedback", "block"] as const;

export function ActBar({ acts, queue, busy, mayAct, error }: ActBarProps) {
  const { t } = useTranslation("review");
  const press = (act: (() => void) | null) => () => {
    act?.();
  };
  return (
    <Paper withBorder className={classes.bar} role="region" aria-label={t("act.region")}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Steps queue={queue} onHelp={acts.help} />
        {mayAct && (
          <Group gap="xs" wrap="nowrap">
            <MinorMenu acts={acts} />
            {minor.map((name) => (
              <Button
                key={name}
                visibleFrom="sm"
                size="xs"
                variant="default"
                disabled={!acts[name]}
                onClick={press(acts[name])}
                aria-keyshortcuts={name.charAt(0).toUpperCase()}
              >
                {t(`act.${name}`)}
              </Button>
            ))}
            <Button
              size="xs"
              color="red"
              variant="light"
              disabled={!acts.reject}
              onClick={press(acts.reject)}
              aria-keyshortcuts="R"
            >
              {t("act.reject")}
            </Button>
            <Button
              size="xs"
              loading={busy}
              disabled={!acts.approve}
              onClick={press(acts.approve)}
              aria-keyshortcuts="A"
            >
              {t("act.approve")}
            </Button>
          </Group>
        )}
      </Group>
      {error !== null && (
        <Box mt="sm">
          <ErrorNotice error={error} />
        </Box>
      )}
    </Paper>
  );
}

/** The rarer acts, where there is no room for a row of buttons. */
function MinorMenu({ acts }: { acts: Acts }) {
  const { t } = useTranslation("review");
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <ActionIcon hiddenFrom="sm" variant="default" size="md" aria-label={t("act.more")}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {minor.map((name) => (
          <Menu.Item
            key={name}
            disabled={!acts[name]}
            onClick={() => {
              acts[name]?.();
            }}
          >
            {t(`act.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Steps({ queue, onHelp }: { queue: Queue; onHelp: () => void }) {
  const { t } = useTranslation("review");
  const icon = { variant: "default" as const, size: "md" };
  return (
    <Group gap="xs" wrap="nowrap">
      <Tooltip label={t("act.previous_key")}>
        <ActionIcon {...icon} disabled={!queue.hasPrevious} aria-label={t("act.previous")} onClick={queue.goPrevious}>
          <IconArrowLeft size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t("act.next_key")}>
        <ActionIcon {...icon} disabled={!queue.hasNext} aria-label={t("act.next")} onClick={queue.goNext}>
          <IconArrowRight size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Text size="sm" c="dimmed" role="status">
        {queue.position > 0 ? t("act.position", { position: queue.position, count: queue.count }) : ""}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("keys.title")}
        title={t("keys.title")}
        onClick={onHelp}
        visibleFrom="sm"
        className="for-keys"
      >
        <IconKeyboard size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
