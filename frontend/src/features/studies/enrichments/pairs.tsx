import { Box, Divider, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { EnrichedPair, EnrichmentDetail } from "@/api/enrichments";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Thumb } from "@/components/thumb";
import { TEXT_LANGUAGE } from "@/lib/languages";
import { pairsQuery } from "../api/enrichments";

/** Image by image: what was written before, and what the model made of it. */
export function Pairs({ projectId, enrichment }: { projectId: number; enrichment: EnrichmentDetail }) {
  const { t } = useTranslation("enrichments");
  const [cursor, setCursor] = useState<string>();
  const query = useQuery(pairsQuery(projectId, enrichment.id, enrichment.counts.answered, cursor));
  return (
    <Section title={t("pairs.title")} description={t("pairs.text")}>
      <QueryView query={query}>
        {(page) => (
          <Stack>
            {page.results.map((pair, index) => (
              <Box key={pair.position}>
                {index > 0 && <Divider mb="md" />}
                <Pair pair={pair} />
              </Box>
            ))}
            <Pager page={page} onCursor={setCursor} />
          </Stack>
        )}
      </QueryView>
    </Section>
  );
}

function Pair({ pair }: { pair: EnrichedPair }) {
  const { t } = useTranslation("enrichments");
  return (
    <Group align="flex-start" gap="md" wrap="nowrap">
      <Thumb src={pair.image.urls.thumb} alt={pair.image.name} size={96} />
      <Stack gap="xs" miw={0} flex={1}>
        <div>
          <Text size="xs" c="dimmed">
            {t("pairs.before")}
          </Text>
          {pair.captions.map((caption, index) => (
            <Text key={index} size="sm" dir="auto" lang={TEXT_LANGUAGE} style={{ overflowWrap: "anywhere" }}>
              {caption}
            </Text>
          ))}
        </div>
        <div>
          <Text size="xs" c="dimmed">
            {t("pairs.after")}
          </Text>
          <Text size="sm" dir="auto" lang={TEXT_LANGUAGE} style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
            {pair.text}
          </Text>
        </div>
      </Stack>
    </Group>
  );
}
