import { Alert, Box, Button, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { GroupAsked } from "@/api/groups";
import { EmptyState } from "@/components/empty-state";
import { ErrorNotice } from "@/components/error-notice";
import { LinkButton, TextLink } from "@/components/link-button";
import { Markdown } from "@/components/markdown";
import { PageHeader } from "@/components/page-header";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { toSayQuery } from "@/lib/queries/groups";
import { useProjectName } from "@/lib/queries/projects";
import { askedQuery, readGuideline } from "./api";
import { QuestionForm } from "./question-form";

/** What somebody looks like to whoever is asked: the guideline first, then one image after the other. */
export default function SayPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("groups");
  const { t: work } = useTranslation("work");
  const name = useProjectName(projectId);
  const query = useQuery(askedQuery(projectId));
  return (
    <>
      <PageHeader
        title={query.data?.name ?? t("title")}
        context={name}
        before={<TextLink to="/work">{work("title")}</TextLink>}
        description={t("say.text")}
      />
      <QueryView query={query}>{(asked) => <Asked projectId={projectId} asked={asked} />}</QueryView>
    </>
  );
}

function Asked({ projectId, asked }: { projectId: number; asked: GroupAsked }) {
  const { t } = useTranslation("groups");
  // Who has just read it goes on with the keyboard where they are: at the first value.
  const [hasRead, setHasRead] = useState(false);
  if (!asked.has_read) return <GuidelineFirst projectId={projectId} asked={asked} onRead={() => setHasRead(true)} />;
  return (
    <Stack>
      {asked.question ? (
        <QuestionForm projectId={projectId} asked={asked} question={asked.question} takesFocus={hasRead} />
      ) : (
        <EmptyState
          icon={<IconCircleCheck size={36} />}
          title={t("say.done_title")}
          action={<LinkButton to="/work">{t("say.to_work")}</LinkButton>}
        >
          {t("say.done_text", { count: asked.answered })}
        </EmptyState>
      )}
      <Box component="details">
        <Text component="summary" size="sm">
          {t("guideline")}
        </Text>
        <Box mt="sm" maw="72ch">
          <Markdown source={asked.guideline} />
        </Box>
      </Box>
    </Stack>
  );
}

interface GuidelineFirstProps {
  projectId: number;
  asked: GroupAsked;
  onRead: () => void;
}

function GuidelineFirst({ projectId, asked, onRead }: GuidelineFirstProps) {
  const { t } = useTranslation("groups");
  const client = useQueryClient();
  const read = useMutation({
    mutationFn: () => readGuideline(projectId, asked.guideline_version),
    onSuccess: onRead,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: askedQuery(projectId).queryKey });
      await client.invalidateQueries({ queryKey: toSayQuery.queryKey });
    },
  });
  return (
    <Section title={t("guideline")} description={t("say.read_first")}>
      <Stack>
        <Alert color="blue">{t("say.free")}</Alert>
        <Box maw="72ch">
          <Markdown source={asked.guideline} />
        </Box>
        {read.error && <ErrorNotice error={read.error} />}
        <Group>
          <Button loading={read.isPending} onClick={() => read.mutate()}>
            {t("say.have_read")}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
