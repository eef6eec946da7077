import { Badge, CloseButton, Portal, Text, Title } from "@mantine/core";
import { useFocusReturn } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Guidelines } from "@/api/types";
import { formatDate } from "@/lib/format";
import { recall, remember } from "@/lib/page-memory";
import { guidelinesQuery, useReadReceipt } from "@/lib/queries/guidelines";
import { ConfirmGuidelines } from "./confirm-guidelines";
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

/** Where each version of the guidelines was left, so that opening it again continues there. */
const placeOf = (projectId: number, version: number) => `guidelines:${String(projectId)}:${String(version)}`;

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
  useReadReceipt(projectId, query.data);
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
        {(data) => <PanelText projectId={projectId} guidelines={data} />}
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
  guidelines: Guidelines;
}

function PanelText({ projectId, guidelines }: PanelTextProps) {
  const { t } = useTranslation("guidelines");
  const { current, unread: isUnread } = guidelines;
  // Reading it is noted at once; that it is new is to be seen for as long as the panel is open.
  const [wasUnread] = useState(isUnread);
  const area = useScrollMemory(placeOf(projectId, current?.version ?? 0));
  return (
    <div ref={area} className={classes.scroll} tabIndex={0} role="region" aria-label={t("title")}>
      {current ? (
        <>
          <Text size="xs" c="dimmed" mb="md" component="div">
            {t("version", { version: current.version, date: formatDate(current.created_at) })}
            {wasUnread && current.version > 1 && (
              <Badge ms="xs" size="sm">
                {t("new_version")}
              </Badge>
            )}
          </Text>
          <Markdown source={current.body} />
          <ConfirmGuidelines projectId={projectId} guidelines={guidelines} />
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
function useScrollMemory(place: string) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const wanted = Number(recall(place) ?? 0);
    let restored = wanted === 0;
    const restore = () => {
      if (restored || element.scrollHeight - element.clientHeight < wanted) return;
      restored = true;
      element.scrollTop = wanted;
    };
    const note = () => {
      if (restored) remember(place, String(Math.round(element.scrollTop)));
    };
    const observer = new MutationObserver(restore);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener("scroll", note, { passive: true });
    restore();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", note);
    };
  }, [place]);
  return area;
}
