import { Progress, Stack, Text, Title } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Trial } from "@/api/models";
import { ErrorNotice } from "@/components/error-notice";
import { JobProgress } from "@/components/job-progress";
import { formatNumber } from "@/lib/format";
import { isActive } from "@/lib/queries/jobs";
import { messageOf, remedyOf } from "@/lib/server-messages";
import { trialQuery } from "./api/models";
import { resultsOf, sumsOf, type Pair, type Sums } from "./beside";
import classes from "./models.module.css";
import { prose } from "./trial-parts";

interface BesideViewProps {
  projectId: number;
  pairs: Pair[];
}

/** Image by image what both say, then what each took in all. */
export function BesideView({ projectId, pairs }: BesideViewProps) {
  const { t } = useTranslation("models");
  const queries = useQueries({ queries: pairs.flat().map((id) => trialQuery(projectId, id)) });
  const trials = queries.map(({ data }) => data);
  const problem = queries.find(({ error }) => error)?.error;
  const done = resultsOf(trials).length;
  const sides = [0, 1].map((side) => trials.filter((_, index) => index % 2 === side));
  return (
    <Stack component="section" gap="md" aria-label={t("beside.result")}>
      <div role="status">
        <Text size="sm">{t("beside.done", { done, all: trials.length })}</Text>
      </div>
      {done < trials.length && (
        <Progress value={(100 * done) / trials.length} aria-label={t("beside.progress")} size="sm" />
      )}
      {problem && <ErrorNotice error={problem} />}
      {pairs.map((pair, row) => (
        <ImageRow key={pair.join("-")} projectId={projectId} trials={[trials[2 * row], trials[2 * row + 1]]} />
      ))}
      <div className={classes.beside}>
        {sides.map((side, place) => (
          <div key={place}>
            <Title order={4}>{nameOf(side.find(Boolean))}</Title>
            <Text size="sm" fw={550}>
              <Costs sums={sumsOf(resultsOf(side))} inAll />
            </Text>
          </div>
        ))}
      </div>
    </Stack>
  );
}

const nameOf = (trial: Trial | undefined) => (trial ? `${trial.version.connection.name} ${trial.version.label}` : "");

function ImageRow({ projectId, trials }: { projectId: number; trials: (Trial | undefined)[] }) {
  const image = trials.find(Boolean)?.image;
  if (!image) return null;
  return (
    <article className={classes.besideRow} aria-label={image.name}>
      <img src={image.urls.thumb} alt={image.name} className={classes.besideImage} />
      <div className={classes.beside}>
        {trials.map((trial, place) => (
          <div key={place}>{trial && <Said projectId={projectId} trial={trial} />}</div>
        ))}
      </div>
    </article>
  );
}

function Said({ projectId, trial }: { projectId: number; trial: Trial }) {
  const { t } = useTranslation("models");
  const { result, job } = trial;
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {nameOf(trial)}
      </Text>
      {!result && <JobProgress projectId={projectId} job={job} />}
      {!result && !isActive(job) && job.state !== "failed" && <Text size="sm">{t("try.stopped")}</Text>}
      {result?.problem && (
        <Text size="sm" c="var(--mantine-color-error)">
          {messageOf(result.problem)} {remedyOf(result.problem)}
        </Text>
      )}
      {result && result.caption !== null && (
        <Text size="sm" style={prose}>
          {result.caption || t("try.no_caption")}
        </Text>
      )}
      {result && result.detections.length > 0 && (
        <Text size="sm">
          {t("try.objects", { count: result.detections.length })}:{" "}
          {result.detections.map(({ label }) => label).join(", ")}
        </Text>
      )}
      {result && (
        <Text size="xs" c="dimmed">
          <Costs sums={sumsOf([result])} />
        </Text>
      )}
    </Stack>
  );
}

function Costs({ sums, inAll = false }: { sums: Sums; inAll?: boolean }) {
  const { t } = useTranslation("models");
  const { seconds, promptTokens, completionTokens, cost } = sums;
  const facts = [
    t("made.seconds", { seconds: formatNumber(seconds, 1) }),
    promptTokens + completionTokens > 0 &&
      t("made.tokens", { prompt: formatNumber(promptTokens), completion: formatNumber(completionTokens) }),
    cost > 0 && t("made.cost", { cost: formatNumber(cost, 5) }),
  ].filter(Boolean);
  return <>{inAll ? t("made.total", { facts: facts.join(" · ") }) : facts.join(" · ")}</>;
}
