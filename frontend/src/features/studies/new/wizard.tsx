import { Button, Group, Stack } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { AvailableSource } from "@/api/studies";
import { ErrorNotice } from "@/components/error-notice";
import { LinkButton } from "@/components/link-button";
import { CheckStep } from "./check-step";
import { chosenSources, keepDraft, keptDraft, stepOf, STEPS, type Draft, type Step } from "./draft";
import { MetricsStep } from "./metrics-step";
import { PeopleStep } from "./people-step";
import { QuestionStep } from "./question-step";
import { StepsNav } from "./steps-nav";
import { TextsStep } from "./texts-step";
import { useCreate } from "./use-create-study";

const parts = { question: QuestionStep, texts: TextsStep, people: PeopleStep, metrics: MetricsStep, check: CheckStep };

export function Wizard({ projectId, available }: { projectId: number; available: AvailableSource[] }) {
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
  // Said once somebody tried to go on from there, and at the end.
  const wrong = new Set(
    Object.keys(ownProblems).flatMap((path) => {
      const place = stepOf(path);
      return place && (step === "check" || tried.includes(place)) ? [place] : [];
    }),
  );
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
        <StepsNav projectId={projectId} step={step} design={draft.design} wrong={wrong} />
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
