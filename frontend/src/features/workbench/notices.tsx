import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { NoWorkReason } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { isWithdrawn } from "./api";
import { CopyButton } from "./copy-button";
import classes from "./workbench.module.css";

interface LostNoticeProps {
  /** What the server said when the task was lost; null when nobody asked it. */
  reason: unknown;
  text: string;
  isBusy: boolean;
  error: unknown;
  onSubmit: () => void;
  onNext: () => void;
  onLeave: () => void;
}

/** The task is no longer held. Nothing is gone: the text stays on screen and as a draft. */
export function LostNotice({ reason, text, isBusy, error, onSubmit, onNext, onLeave }: LostNoticeProps) {
  const { t } = useTranslation("workbench");
  const canSubmit = !isWithdrawn(reason) && !isWithdrawn(error);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      role="alert"
      color="yellow"
      radius={0}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t("lost.title")}
    >
      <Stack gap="xs">
        {isApiError(reason) ? (
          <>
            <Text size="sm">{[reason.message, reason.remedy].filter(Boolean).join(" ")}</Text>
            <Text size="sm">{t("lost.kept")}</Text>
          </>
        ) : (
          <Text size="sm">{t("lost.text")}</Text>
        )}
        {error !== null && error !== reason && <ErrorNotice error={error} />}
        <Group gap="xs">
          {canSubmit && (
            <Button size="xs" loading={isBusy} onClick={onSubmit}>
              {t("lost.submit")}
            </Button>
          )}
          <CopyButton text={text} size="xs" />
          <Button size="xs" variant="default" onClick={onNext}>
            {t("lost.next")}
          </Button>
          <Button size="xs" variant="subtle" onClick={onLeave}>
            {t("header.leave")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

interface FinishedProps {
  title: string;
  reason: NoWorkReason | "already_over" | null;
  error: unknown;
  onRetry: () => void;
  onLeave: () => void;
  children?: ReactNode;
}

/** What was typed here for a task that is over, where it is not what was handed in: to be copied. */
export function KeptText({ text, onForget }: { text: string; onForget: () => void }) {
  const { t } = useTranslation("workbench");
  return (
    <section className={classes.kept} aria-labelledby="kept-title">
      <Title order={2} size="h4" id="kept-title">
        {t("kept.title")}
      </Title>
      <Text size="sm" c="dimmed">
        {t("kept.text")}
      </Text>
      <div className={classes.versionText}>{text}</div>
      <Group gap="xs">
        <CopyButton text={text} />
        <Button variant="subtle" color="gray" onClick={onForget}>
          {t("kept.forget")}
        </Button>
      </Group>
    </section>
  );
}

/** The calm end: what was done is safe, and there is nothing more for now. */
export function Finished({ title, reason, error, onRetry, onLeave, children }: FinishedProps) {
  const { t } = useTranslation("workbench");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main className={classes.finished}>
      <IconCircleCheck size={44} stroke={1.4} color="var(--app-focus)" aria-hidden />
      <Title order={1} size="h2" ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {error === null ? (
        <Text c="dimmed" maw="52ch">
          {t(`finished.${reason ?? "nothing_open"}`)}
        </Text>
      ) : (
        <ErrorNotice error={error} title={t("finished.no_next")} />
      )}
      {children}
      <Group gap="xs" justify="center">
        <Button onClick={onLeave}>{t("header.leave")}</Button>
        <Button variant="default" onClick={onRetry}>
          {t("finished.look_again")}
        </Button>
      </Group>
    </main>
  );
}
