import { Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { ErrorNotice } from "@/components/error-notice";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { ShareInput } from "@/components/share-input";
import { TrackedJob } from "@/components/tracked-job";
import { usePageTitle } from "@/lib/page-title";
import { projectQuery, useMayLead, useProjectName } from "@/lib/queries/projects";
import { runSpelling, spellingQuery, states, type SpellingFilters } from "./api/spelling";
import { SuggestionList } from "./suggestion-list";
import { WordList } from "./word-list";

export default function SpellingPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("spelling");
  const mayAct = useMayLead(projectId);
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Stack>
      {mayAct && <RunSection projectId={projectId} />}
      <Suggestions projectId={projectId} mayAct={mayAct} />
      <WordList projectId={projectId} mayAct={mayAct} />
    </Stack>
  );
}

function RunSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("spelling");
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const stage = chosen ?? stages[0]?.key ?? null;
  const run = useMutation({ mutationFn: (key: string) => runSpelling(projectId, key) });
  return (
    <Section title={t("run.title")} description={t("run.text")}>
      <Stack>
        <Group align="flex-end">
          <Select
            label={t("run.stage")}
            allowDeselect={false}
            w={260}
            value={stage}
            data={stages.map(({ key, title }) => ({ value: key, label: title }))}
            onChange={setChosen}
          />
          <Button
            disabled={stage === null}
            loading={run.isPending}
            onClick={() => {
              if (stage) run.mutate(stage);
            }}
          >
            {t("run.start")}
          </Button>
        </Group>
        {run.error && <ErrorNotice error={run.error} />}
        {run.data && <TrackedJob key={run.data.id} projectId={projectId} job={run.data} />}
      </Stack>
    </Section>
  );
}

function Suggestions({ projectId, mayAct }: { projectId: number; mayAct: boolean }) {
  const { t } = useTranslation("spelling");
  const filters = useSearch({ from: "/shell/projects/$projectId/quality/spelling" });
  const navigate = useNavigate({ from: "/projects/$projectId/quality/spelling" });
  const query = useQuery({ ...spellingQuery(projectId, filters), placeholderData: keepPreviousData });
  const change = (changes: SpellingFilters) =>
    void navigate({
      search: (old) => {
        const next = { ...old, ...changes };
        delete next.cursor;
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value));
      },
      replace: true,
    });
  const later = useDebouncedCallback(change, 300);
  return (
    <Section title={t("list.title")} description={t("list.text")}>
      <Stack>
        <Group role="search" aria-label={t("filter.label")} align="flex-end" gap="sm">
          <SegmentedControl
            aria-label={t("filter.state")}
            value={filters.state ?? "open"}
            data={states.map((state) => ({ value: state, label: t(`filter.${state}`) }))}
            onChange={(state) => change({ state: state === "open" ? undefined : state })}
          />
          <ShareInput
            label={t("filter.confidence")}
            w={180}
            step={10}
            value={filters.min_confidence}
            onChange={(value) => later({ min_confidence: value === "" ? undefined : String(value) })}
          />
          <TextInput
            type="search"
            label={t("filter.word")}
            defaultValue={filters.word ?? ""}
            onChange={(event) => later({ word: event.currentTarget.value.trim() || undefined })}
          />
        </Group>
        <QueryView query={query}>
          {(page) =>
            page.results.length === 0 ? (
              <EmptyState order={3} title={t("list.none_title")}>
                {filters.state || filters.word || filters.min_confidence ? t("list.no_match") : t("list.none")}
              </EmptyState>
            ) : (
              <div>
                <SuggestionList
                  key={JSON.stringify(filters)}
                  projectId={projectId}
                  rows={page.results}
                  decided={(filters.state ?? "open") !== "open"}
                  mayAct={mayAct}
                />
                <Pager page={page} onCursor={(cursor) => void navigate({ search: (old) => ({ ...old, cursor }) })} />
              </div>
            )
          }
        </QueryView>
        <Text size="xs" c="dimmed">
          {t("list.original")}
        </Text>
      </Stack>
    </Section>
  );
}
