import { Button, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { EnrichmentDetail } from "@/api/enrichments";
import { TextLink } from "@/components/link-button";
import { MissingFigures } from "@/components/missing-figures";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Differences, Figures } from "@/components/text-figures";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { isActive } from "@/lib/queries/jobs";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { enrichmentQuery } from "../api/enrichments";
import { EnrichmentFacts } from "./enrichment-facts";
import { EnrichmentProgress } from "./enrichment-progress";
import { Failures } from "./failures";
import { GoOn } from "./go-on";
import { Pairs } from "./pairs";

interface EnrichmentPageProps {
  projectId: number;
  enrichmentId: number;
}

/** One enrichment: how far it is, what it cost, and captions and descriptions beside each other. */
export default function EnrichmentPage({ projectId, enrichmentId }: EnrichmentPageProps) {
  const { t } = useTranslation("enrichments");
  const query = useQuery(enrichmentQuery(projectId, enrichmentId));
  usePageTitle(query.data?.name ?? t("title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/enrichments" params={{ projectId: String(projectId) }}>
        {t("back")}
      </TextLink>
      <QueryView query={query}>{(enrichment) => <Parts projectId={projectId} enrichment={enrichment} />}</QueryView>
    </Stack>
  );
}

function Parts({ projectId, enrichment }: { projectId: number; enrichment: EnrichmentDetail }) {
  const mayGoOn = useMayLead(projectId) && !isActive(enrichment.job);
  return (
    <>
      <Section title={enrichment.name} actions={<Download enrichment={enrichment} />}>
        <Stack>
          <EnrichmentProgress projectId={projectId} enrichment={enrichment} />
          <EnrichmentFacts enrichment={enrichment} />
          {mayGoOn && <GoOn key={enrichment.job?.id} projectId={projectId} enrichment={enrichment} />}
        </Stack>
      </Section>
      <BeforeAndAfter enrichment={enrichment} />
      {enrichment.counts.answered > 0 && <Pairs projectId={projectId} enrichment={enrichment} />}
      {enrichment.failures.length > 0 && <Failures enrichment={enrichment} />}
    </>
  );
}

function Download({ enrichment: { pairs } }: { enrichment: EnrichmentDetail }) {
  const { t } = useTranslation("enrichments");
  if (!pairs) return null;
  return (
    <Button component="a" href={pairs} download variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
      {t("download")}
    </Button>
  );
}

function BeforeAndAfter({ enrichment: { figures } }: { enrichment: EnrichmentDetail }) {
  const { t } = useTranslation("enrichments");
  const { t: tt } = useTranslation("texts");
  if (!figures) return null;
  return figures.tables.map((table) => (
    <Section
      key={table.key}
      title={tt(`table.${table.key}`)}
      description={`${t("figures.of", { count: figures.pairs, pairs: formatNumber(figures.pairs) })} ${tt(`table.${table.key}_text`)}`}
    >
      <Stack gap="lg">
        <Figures table={table} />
        <Differences table={table} />
        <MissingFigures rows={table.rows} />
      </Stack>
    </Section>
  ));
}
