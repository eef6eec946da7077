import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ReleaseDetail } from "@/api/releases";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { useMayLead } from "@/lib/queries/projects";
import { hubQuery, pushesQuery } from "./api/hub";
import { HubToken } from "./hub-token";
import { PushForm } from "./push-form";
import { PushTable } from "./push-table";

interface HubSectionProps {
  projectId: number;
  release: ReleaseDetail;
}

/** Where a frozen release was pushed to; leads push it. */
export function HubSection({ projectId, release }: HubSectionProps) {
  const { t } = useTranslation("releases");
  const mayLead = useMayLead(projectId);
  const pushes = useQuery(pushesQuery(projectId, release.id));
  // A hub shows and streams nothing else.
  const hasParquet = release.formats.includes("parquet");
  const some = (pushes.data?.results.length ?? 0) > 0;
  if (!mayLead && !some) return null;
  return (
    <Section title={t("hub.title")} description={mayLead && hasParquet && t("hub.text")}>
      <Stack>
        {mayLead && !hasParquet && <Text c="dimmed">{t("hub.no_parquet")}</Text>}
        {mayLead && hasParquet && <Pushing projectId={projectId} release={release} />}
        <QueryView query={pushes}>
          {({ results }) => (some ? <PushTable projectId={projectId} pushes={results} /> : null)}
        </QueryView>
      </Stack>
    </Section>
  );
}

function Pushing({ projectId, release }: HubSectionProps) {
  const hub = useQuery(hubQuery(projectId));
  return (
    <QueryView query={hub}>
      {(known) => (
        <>
          <HubToken projectId={projectId} hub={known} />
          {known.token_is_for === known.endpoint && <PushForm projectId={projectId} release={release} hub={known} />}
        </>
      )}
    </QueryView>
  );
}
