import { Button, Group, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { AvailableSource } from "@/api/studies";
import { ErrorNotice } from "@/components/error-notice";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { designNamed } from "@/kinds/studies";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { createStudy, sourcesQuery } from "../api/studies";
import { CheckStep } from "./check-step";
import {
  chosenSources,
  isComplete,
  keepDraft,
  keptDraft,
  requestOf,
  showsImages,
  stepOf,
  STEPS,
  type Draft,
  type Step,
} from "./draft";
import { MetricsStep } from "./metrics-step";
import { PeopleStep } from "./people-step";
import { QuestionStep } from "./question-step";
import { StepsNav } from "./steps-nav";
import { TextsStep } from "./texts-step";
import { useUsualMetrics, useUsualSettings } from "./usual-metrics";

export default function NewStudyPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("studies");
  const query = useQuery(sourcesQuery(projectId));
  usePageTitle(t("new.title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies" params={{ projectId: String(projectId) }}>
        {t("title")}
      </TextLink>
      <QueryView query={query}>{(available) => <Wizard projectId={projectId} available={available} />}</QueryView>
    </Stack>
  );
}

const parts = { question: QuestionStep, texts: TextsStep, people: PeopleStep, metrics: MetricsStep, check: CheckStep };

function Wizard({ projectId, available }: { projectId: number; available: AvailableSource[] }) {
  const { t } = useTranslation("studies");
  const { step: wanted } = useSearch({ from: "/shell/projects/$projectId/studies/new" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies/new" });
  const step = STEPS.find((step) => step === wanted) ?? "question";
  const [draft, setDraft] = useState(() => keptDraft(projectId));
  const [tried, setTried] = useState<readonly Step[]>([]);
  const goTo = (next: Step) => void navigate({ search: { step: next } });
  const create = useCreate(projectId, draft, available, (path) => {
    const place = stepOf(path);
    if (place) goTo(place);
  });
  const ownProblems = useProblems(draft, available);
  const change = (next: Draft) => {
    setDraft(next);
    keepDraft(projectId, next);
    if (create.error) create.reset();
  };
  const problemOf = (path: string) => {
    const place = stepOf(path);
    const serverProblem = isApiError(create.error)
      ? create.error.fields.find((field) => field.path === path)?.message
      : undefined;
    return serverProblem ?? (place && tried.includes(place) ? ownProblems[path] : undefined);
  };
  const goOn = () => {
    const [first] = Object.keys(ownProblems);
    const open =
      step === "check"
        ? first && stepOf(first)
        : Object.keys(ownProblems).some((path) => stepOf(path) === step)
          ? step
          : null;
    setTried(step === "check" ? STEPS : [...tried, step]);
    if (open) goTo(open);
    else if (step === "check") create.mutate();
    else goTo(STEPS[STEPS.indexOf(step) + 1] ?? "check");
  };
  const area = useFocusOn(step);
  const Part = parts[step];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        goOn();
      }}
    >
      <Stack>
        <StepsNav projectId={projectId} step={step} design={draft.design} />
        <div ref={area} tabIndex={-1} style={{ outline: "none" }}>
          <Part projectId={projectId} draft={draft} available={available} onChange={change} problemOf={problemOf} />
        </div>
        {create.error && <ErrorNotice error={create.error} title={t("new.failed")} />}
        <Buttons
          projectId={projectId}
          step={step}
          busy={create.isPending}
          onBack={() => goTo(STEPS[STEPS.indexOf(step) - 1] ?? "question")}
        />
      </Stack>
    </form>
  );
}

function Buttons({
  projectId,
  step,
  busy,
  onBack,
}: {
  projectId: number;
  step: Step;
  busy: boolean;
  onBack: () => void;
}) {
  const { t } = useTranslation("studies");
  const { t: common } = useTranslation("common");
  return (
    <Group justify="space-between" gap="xs">
      <LinkButton
        variant="subtle"
        color="gray"
        to="/projects/$projectId/studies"
        params={{ projectId: String(projectId) }}
        onClick={() => keepDraft(projectId, null)}
      >
        {common("action.cancel")}
      </LinkButton>
      <Group gap="xs">
        {step !== "question" && (
          <Button variant="default" onClick={onBack}>
            {t("new.back")}
          </Button>
        )}
        <Button type="submit" loading={busy}>
          {t(step === "check" ? "new.create" : "new.next")}
        </Button>
      </Group>
    </Group>
  );
}

function useCreate(projectId: number, draft: Draft, available: AvailableSource[], onField: (path: string) => void) {
  const { t } = useTranslation("studies");
  const client = useQueryClient();
  const navigate = useNavigate();
  const metrics = useUsualMetrics(draft.design);
  const settings = useUsualSettings(designNamed(draft.design), showsImages(draft, available));
  return useMutation({
    mutationFn: () => {
      const chosen = chosenSources(draft, available);
      return createStudy(projectId, requestOf(draft, isComplete(chosen) ? chosen : [], { metrics, settings }));
    },
    onSuccess: async (study) => {
      keepDraft(projectId, null);
      notifyDone(t("new.created"));
      await client.invalidateQueries({ queryKey: ["projects", projectId, "studies"] });
      await client.invalidateQueries({ queryKey: ["projects"], exact: true });
      await navigate({
        to: "/projects/$projectId/studies/$studyId",
        params: { projectId: String(projectId), studyId: String(study.id) },
      });
    },
    onError: (error) => {
      const [first] = isApiError(error) ? error.fields : [];
      if (first) onField(first.path);
    },
  });
}

/** What is still missing, by the path under which the server would name it. */
function useProblems(draft: Draft, available: readonly AvailableSource[]): Record<string, string> {
  const { t } = useTranslation("studies");
  const chosen = chosenSources(draft, available);
  const keys = draft.sources.map(({ key }) => key);
  const problems: Record<string, string> = {};
  if (!draft.name.trim()) problems.name = t("new.name_required");
  chosen.forEach((source, at) => {
    if (source === null) problems[`sources[${String(at)}].source`] = t("texts.required");
    else if (keys.indexOf(keys[at] ?? null) < at) problems[`sources[${String(at)}].source`] = t("texts.twice");
  });
  (draft.metrics ?? []).forEach(({ title }, at) => {
    if (!title.trim()) problems[`metrics[${String(at)}].title`] = t("metrics.title_required");
  });
  return problems;
}

/** A new step is read from its heading on, not from where the button of the last one was. */
function useFocusOn(step: Step) {
  const area = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    area.current?.focus();
  }, [step]);
  return area;
}
