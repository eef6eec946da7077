import { Box, Button, Divider, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SecondReadingDetail } from "@/api/second-reader";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { ReadSentences } from "@/components/read-sentences";
import { Section } from "@/components/section";
import { Thumb } from "@/components/thumb";
import { usePageTitle } from "@/lib/page-title";
import { isActive } from "@/lib/queries/jobs";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { readingQuery, readTextsQuery } from "../api/second-reader";
import { FailureTable } from "../enrichments/failures";
import { GoOnReading, ReadingProgress } from "./reading-acts";
import { ReadingFacts } from "./reading-facts";

interface PartProps {
  projectId: number;
  reading: SecondReadingDetail;
}

/** How far one reading is, and what was said text by text. */
export default function ReadingPage({ projectId, readingId }: { projectId: number; readingId: number }) {
  const { t } = useTranslation("second_reader");
  const query = useQuery(readingQuery(projectId, readingId));
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/second-reader" params={{ projectId: String(projectId) }}>
        {t("back")}
      </TextLink>
      <QueryView query={query}>{(reading) => <Parts projectId={projectId} reading={reading} />}</QueryView>
    </Stack>
  );
}

function Parts({ projectId, reading }: PartProps) {
  const { t } = useTranslation("second_reader");
  const mayGoOn = useMayLead(projectId) && !isActive(reading.job);
  const { version, counts, file } = reading;
  const download = file && (
    <Button component="a" href={file} download variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
      {t("download")}
    </Button>
  );
  const name = t("list.named", { name: `${version.connection.name} ${version.label}`, number: reading.id });
  return (
    <>
      <Section title={name} actions={download}>
        <Stack>
          <ReadingProgress projectId={projectId} reading={reading} />
          <ReadingFacts reading={reading} />
          {mayGoOn && <GoOnReading key={reading.job?.id} projectId={projectId} reading={reading} />}
        </Stack>
      </Section>
      {counts.answered > 0 && <Texts projectId={projectId} reading={reading} />}
      {reading.failures.length > 0 && <Failures reading={reading} />}
    </>
  );
}

function Texts({ projectId, reading }: PartProps) {
  const { t } = useTranslation("second_reader");
  const [cursor, setCursor] = useState<string>();
  const query = useQuery(readTextsQuery(projectId, reading.id, reading.counts.answered, cursor));
  return (
    <Section title={t("texts.title")} description={t("texts.text")}>
      <QueryView query={query}>
        {(page) => (
          <Stack>
            {page.results.map((text, index) => (
              <Box key={text.annotation}>
                {index > 0 && <Divider mb="md" />}
                <Group align="flex-start" gap="md" wrap="nowrap">
                  <Thumb src={text.image.urls.thumb} alt={text.image.name} size={96} />
                  <Stack gap={4} miw={0} flex={1}>
                    <Text size="sm" fw={600}>
                      {text.image.name}
                    </Text>
                    <ReadSentences text={text} />
                  </Stack>
                </Group>
              </Box>
            ))}
            <Pager page={page} onCursor={setCursor} />
          </Stack>
        )}
      </QueryView>
    </Section>
  );
}

function Failures({ reading: { failures } }: { reading: SecondReadingDetail }) {
  const { t } = useTranslation("second_reader");
  return (
    <Section title={t("failure.title")} description={t("failure.text")}>
      <FailureTable name={t("failure.title")} failures={failures} />
    </Section>
  );
}
