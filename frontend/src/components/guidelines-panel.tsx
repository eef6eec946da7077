import { CloseButton, Portal, Text, Title } from "@mantine/core";
import { useFocusReturn } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatDate } from "@/lib/format";
import { guidelinesQuery, markGuidelinesRead } from "@/lib/queries/guidelines";
import { EmptyState } from "./empty-state";
import classes from "./guidelines-panel.module.css";
import { LoadingText } from "./loading";
import { Markdown } from "./markdown";
import { QueryView } from "./query-view";

interface GuidelinesPanelProps {
  projectId: number;
  opened: boolean;
  onClose: () => void;
}

/** Where each project's guidelines were left, so that opening them again continues there. */
const scrollPositions = new Map<number, number>();

/**
 * The current guidelines beside the work. Deliberately not modal: one reads a rule and goes on
 * drawing or writing with the panel open. Escape inside the panel closes it.
 */
export function GuidelinesPanel({ projectId, opened, onClose }: GuidelinesPanelProps) {
  useFocusReturn({ opened });
  if (!opened) return null;
  return (
    <Portal>
      <OpenPanel projectId={projectId} onClose={onClose} />
    </Portal>
  );
}

function OpenPanel({ projectId, onClose }: Omit<GuidelinesPanelProps, "opened">) {
  const { t } = useTranslation("guidelines");
  const { t: common } = useTranslation("common");
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(guidelinesQuery(projectId));
  useReadReceipt(projectId, query.data?.unread ?? false);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    // Escape must work wherever the focus is inside the panel.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className={classes.panel}
      aria-label={t("title")}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onClose();
      }}
    >
      <div className={classes.head}>
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          {t("title")}
        </Title>
        <CloseButton aria-label={common("action.close")} onClick={onClose} />
      </div>
      <QueryView query={query} loading={<PanelLoading />}>
        {(data) => <PanelText projectId={projectId} current={data.current} />}
      </QueryView>
    </aside>
  );
}

function PanelLoading() {
  return (
    <div className={classes.scroll}>
      <LoadingText lines={8} />
    </div>
  );
}

interface PanelTextProps {
  projectId: number;
  current: { version: number; body: string; created_at: string } | null;
}

function PanelText({ projectId, current }: PanelTextProps) {
  const { t } = useTranslation("guidelines");
  const area = useScrollMemory(projectId);
  return (
    <div
      ref={area}
      className={classes.scroll}
      tabIndex={0}
      role="region"
      aria-label={t("title")}
    >
      {current ? (
        <>
          <Text size="xs" c="dimmed" mb="md">
            {t("version", { version: current.version, date: formatDate(current.created_at) })}
          </Text>
          <Markdown source={current.body} />
        </>
      ) : (
        <EmptyState title={t("none_title")} order={3}>
          {t("none_text")}
        </EmptyState>
      )}
    </div>
  );
}

/** Restores the place after the text has been laid out: the parser arrives a moment later. */
function useScrollMemory(projectId: number) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const wanted = scrollPositions.get(projectId) ?? 0;
    let restored = wanted === 0;
    const restore = () => {
      if (restored || element.scrollHeight - element.clientHeight < wanted) return;
      restored = true;
      element.scrollTop = wanted;
    };
    const remember = () => {
      if (restored) scrollPositions.set(projectId, element.scrollTop);
    };
    const observer = new MutationObserver(restore);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener("scroll", remember, { passive: true });
    restore();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", remember);
    };
  }, [projectId]);
  return area;
}

/** Opening the guidelines is reading them. A failed receipt is sent again at the next opening. */
function useReadReceipt(projectId: number, unread: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!unread) return;
    markGuidelinesRead(projectId).then(
      () => {
        void client.invalidateQueries({ queryKey: guidelinesQuery(projectId).queryKey });
        void client.invalidateQueries({ queryKey: ["work"] });
      },
      () => undefined,
    );
  }, [client, projectId, unread]);
}
