import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck, IconClockOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Hit } from "@/api/hits";
import type { KindEditor } from "@/kinds/kind";
import { CompletionView } from "@/components/completion";
import { completionQuery } from "@/lib/queries/completion";
import { CopyButton } from "../copy-button";
import { KeptOfTask } from "../kept-versions";
import classes from "../workbench.module.css";
import own from "./hit.module.css";

export interface HitEndProps {
  hit: Hit;
  kind: KindEditor;
  /** What is on this page, where it is known better than what was saved. */
  texts?: readonly string[] | undefined;
  /** Given where something of it is on this device only. */
  onForget?: (() => void) | undefined;
  canLeave: boolean;
  onAgain: () => void;
  onLeave: () => void;
}

/** A mini-batch that is over: what happened, what is kept, and what can be done now. */
export function HitEnd({ hit, kind, texts, onForget, canLeave, onAgain, onLeave }: HitEndProps) {
  const { t } = useTranslation(["hits", "workbench"]);
  const isExpired = hit.state === "expired";
  const state = hit.state === "live" ? "submitted" : hit.state;
  const kept = texts ?? hit.assignments.map(({ draft }) => (draft ? kind.toText(draft.answer) : ""));
  const written = kept.map((text, index) => ({ text, index })).filter(({ text }) => text.trim() !== "");
  const keptTitle = isExpired ? t("end.kept") : t("workbench:kept.title");
  return (
    <EndPage
      icon={isExpired ? <IconClockOff size={44} stroke={1.4} aria-hidden /> : undefined}
      title={t(`end.${state}_title`, { count: hit.assignments.length })}
    >
      <Text c="dimmed" maw="56ch">
        {t(`end.${state}`, { count: hit.assignments.length })}
      </Text>
      {hit.state === "submitted" && <Completion hitId={hit.id} />}
      {(isExpired || onForget) && written.length > 0 && (
        <section className={own.kept} aria-label={keptTitle}>
          <Text fw={600} size="sm">
            {keptTitle}
          </Text>
          {written.map(({ text, index }) => (
            <div key={index} className={own.keptItem}>
              <Text size="sm" className={own.keptText}>
                {t("end.page", { number: index + 1 })}: {text}
              </Text>
              <CopyButton text={text} />
            </div>
          ))}
          {onForget && (
            <Group justify="center">
              <Button variant="subtle" color="gray" onClick={onForget}>
                {t("workbench:kept.forget")}
              </Button>
            </Group>
          )}
        </section>
      )}
      {hit.assignments.map((assignment, index) => (
        <KeptOfTask key={assignment.id} assignment={assignment} kind={kind} of={t("end.page", { number: index + 1 })} />
      ))}
      <Group gap="xs" justify="center">
        {canLeave && <Button onClick={onLeave}>{t("my_work")}</Button>}
        {hit.purpose === "work" && (
          <Button variant="default" onClick={onAgain}>
            {t("end.again")}
          </Button>
        )}
      </Group>
    </EndPage>
  );
}

function Completion({ hitId }: { hitId: number }) {
  const { data } = useQuery(completionQuery(hitId));
  return data ? <CompletionView completion={data} /> : null;
}

interface EndPageProps {
  icon?: ReactNode;
  title: string;
  children: ReactNode;
}

export function EndPage({ icon, title, children }: EndPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.page}>
      <main className={classes.finished}>
        {icon ?? <IconCircleCheck size={44} stroke={1.4} color="var(--app-focus)" aria-hidden />}
        <Title order={1} size="h2" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Stack align="center" gap="md" w="100%">
          {children}
        </Stack>
      </main>
    </div>
  );
}
