import { Alert, Button, Group, Text } from "@mantine/core";
import { IconCloudUp } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatClock } from "@/lib/format";
import type { Waiting } from "@/lib/safe-work";

interface PostedNoticeProps {
  waiting: Waiting;
  onSendNow: () => void;
  onTakeBack: () => void;
  /** Until when it counts, where there is an end to that. */
  until?: string;
}

/** Submitted here, and the server could not be reached: it goes by itself, or can be taken back. */
export function PostedNotice({ waiting, onSendNow, onTakeBack, until }: PostedNoticeProps) {
  const { t } = useTranslation("workbench");
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="status"
      color="blue"
      radius={0}
      icon={<IconCloudUp size={18} aria-hidden />}
      title={t("posted.title")}
    >
      <Text size="sm" mb="xs">
        {t(waiting.isKept ? "posted.text" : "posted.unkept")}
        {until && ` ${t("posted.until", { time: formatClock(until) })}`}
      </Text>
      <Group gap="xs">
        <Button size="xs" onClick={onSendNow}>
          {t("posted.send_now")}
        </Button>
        <Button size="xs" variant="default" onClick={onTakeBack}>
          {t("posted.take_back")}
        </Button>
      </Group>
    </Alert>
  );
}
