import { Anchor, Group, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { LoopEvent } from "@/api/learning";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { messageOf } from "@/lib/server-messages";
import { eventsQuery } from "./api/learning";
import classes from "./learning.module.css";
import { useOpenTraining } from "./use-open-training";

interface TimelineProps {
  projectId: number;
  /** Changes when something has happened, so that the list is asked for again. */
  newest: string;
}

/** Everything the loop did, and who did what to it, the newest first. */
export function TimelineSection({ projectId, newest }: TimelineProps) {
  const { t } = useTranslation("learning");
  const [cursor, setCursor] = useState<string>();
  const options = eventsQuery(projectId, cursor);
  const query = useQuery({ ...options, queryKey: [...options.queryKey, newest], placeholderData: keepPreviousData });
  return (
    <Section title={t("timeline.title")} description={t("timeline.text")}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <Text c="dimmed">{t("timeline.none")}</Text>
          ) : (
            <div>
              <ol className={classes.timeline}>
                {page.results.map((event) => (
                  <Event key={event.id} projectId={projectId} event={event} />
                ))}
              </ol>
              <Pager page={page} onCursor={setCursor} />
            </div>
          )
        }
      </QueryView>
    </Section>
  );
}

function Event({ projectId, event }: { projectId: number; event: LoopEvent }) {
  const { t } = useTranslation("learning");
  const { open } = useOpenTraining();
  const { training, version, seeding } = event;
  const params = { projectId: String(projectId) };
  return (
    <li>
      <Text size="sm">{messageOf(event)}</Text>
      <Group gap="sm">
        <Text size="xs" c="dimmed">
          <Time at={event.at} />
        </Text>
        {training !== null && (
          <Anchor component="button" type="button" size="xs" onClick={() => open(training)}>
            {t("timeline.training", { id: training })}
          </Anchor>
        )}
        {version && (
          <TextLink
            to="/projects/$projectId/models/$connectionId"
            params={{ ...params, connectionId: String(version.connection.id) }}
            fz="xs"
          >
            {`${version.connection.name} ${version.label}`}
          </TextLink>
        )}
        {seeding !== null && (
          <TextLink to="/projects/$projectId/seeding" params={params} fz="xs">
            {t("timeline.seeding")}
          </TextLink>
        )}
      </Group>
    </li>
  );
}
