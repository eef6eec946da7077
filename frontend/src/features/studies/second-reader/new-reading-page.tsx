import { Button, Code, Group, Select, Spoiler, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { NewSecondReading, ReadingChoices } from "@/api/second-reader";
import { EmptyState } from "@/components/empty-state";
import { FormError } from "@/components/form-error";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { fieldErrors } from "@/lib/form-errors";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { readingChoicesQuery, readingsKey, startReading } from "../api/second-reader";
import { LimitFields } from "../enrichments/limit-fields";
import { sentLimits, type Limits } from "../enrichments/limits";

const FIELDS = ["source", "version", "most_samples", "most_cost"] as const;

/** Which texts, by which model version and how far. */
export default function NewReadingPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("second_reader");
  const query = useQuery(readingChoicesQuery(projectId));
  usePageTitle(t("new.open"), useProjectName(projectId));
  const params = { projectId: String(projectId) };
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/second-reader" params={params}>
        {t("back")}
      </TextLink>
      <Section title={t("new.open")} description={t("new.text")}>
        <QueryView query={query}>
          {(choices) =>
            choices.sources.length > 0 && choices.versions.length > 0 ? (
              <ReadingForm projectId={projectId} choices={choices} />
            ) : (
              <EmptyState
                order={3}
                title={t(choices.versions.length > 0 ? "new.no_texts_title" : "new.no_model_title")}
                action={
                  choices.versions.length === 0 && (
                    <LinkButton variant="default" to="/projects/$projectId/models" params={params}>
                      {t("new.connect")}
                    </LinkButton>
                  )
                }
              >
                {t(choices.versions.length > 0 ? "new.no_texts_text" : "new.no_model_text")}
              </EmptyState>
            )
          }
        </QueryView>
      </Section>
    </Stack>
  );
}

function useStarting(projectId: number) {
  const { t } = useTranslation("second_reader");
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (wish: NewSecondReading) => startReading(projectId, wish),
    onSuccess: async ({ id }) => {
      notifyDone(t("new.started"));
      await client.invalidateQueries({ queryKey: readingsKey(projectId) });
      await navigate({
        to: "/projects/$projectId/studies/second-reader/$readingId",
        params: { projectId: String(projectId), readingId: String(id) },
      });
    },
  });
}

function ReadingForm({ projectId, choices }: { projectId: number; choices: ReadingChoices }) {
  const { t } = useTranslation("second_reader");
  const [source, setSource] = useState<string | null>(JSON.stringify(choices.sources[0]?.source));
  const [version, setVersion] = useState<string | null>(String(choices.versions[0]?.version.id));
  const [limits, setLimits] = useState<Limits>({ most_samples: "", most_cost: "" });
  const start = useStarting(projectId);
  const problems = fieldErrors(start.error, FIELDS);
  const chosen = choices.versions.find((each) => String(each.version.id) === version);
  const texts = choices.sources.find((each) => JSON.stringify(each.source) === source);
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || !texts) return;
    start.mutate({ source: texts.source, version: chosen.version.id, ...sentLimits(limits, chosen.priced) });
  };
  return (
    <form onSubmit={begin}>
      <Stack gap="lg">
        <Select
          label={t("fact.source")}
          description={t("new.source_hint")}
          required
          maw={480}
          allowDeselect={false}
          data={choices.sources.map((each) => ({
            value: JSON.stringify(each.source),
            label: t("new.with_texts", { title: each.title, texts: formatNumber(each.texts) }),
          }))}
          value={source}
          error={problems.source}
          onChange={setSource}
        />
        <Select
          label={t("fact.model")}
          description={t("new.model_hint")}
          required
          maw={480}
          allowDeselect={false}
          data={choices.versions.map((each) => ({
            value: String(each.version.id),
            label: `${each.version.connection.name} ${each.version.label}`,
          }))}
          value={version}
          error={problems.version}
          onChange={setVersion}
        />
        <LimitFields
          limits={limits}
          priced={chosen?.priced ?? false}
          problems={problems}
          onChange={(changes) => setLimits({ ...limits, ...changes })}
        />
        <Asked question={choices.question} />
        <FormError error={start.error} names={FIELDS} />
        <Group gap="sm">
          <Button type="submit" loading={start.isPending} disabled={!chosen || !texts}>
            {t("new.submit")}
          </Button>
          <Text size="sm" c="dimmed">
            {t("new.evidence")}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

function Asked({ question }: { question: string }) {
  const { t } = useTranslation("second_reader");
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t("new.question")}
      </Text>
      <Spoiler
        maxHeight={96}
        showLabel={t("more")}
        hideLabel={t("less")}
        styles={{ control: { fontSize: "var(--mantine-font-size-sm)" } }}
      >
        <Code block style={{ whiteSpace: "pre-wrap" }}>
          {question}
        </Code>
      </Spoiler>
    </div>
  );
}
