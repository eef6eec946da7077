import { Button, Group, MultiSelect, NumberInput, Select, SimpleGrid, Stack, Switch } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CodeInfo, QualityRun } from "@/api/quality";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { TrackedJob } from "@/components/tracked-job";
import { projectQuery } from "@/lib/queries/projects";
import { batchesQuery } from "@/lib/queries/quality";
import { runChecks } from "./api/quality";

interface CheckOptions {
  stage: string | null;
  batch: string | null;
  checks: string[];
  random: boolean;
  count: number | string;
  seed: number | string;
}

function toRun({ stage, batch, checks, random, count, seed }: CheckOptions): QualityRun {
  return {
    ...(stage ? { stage } : {}),
    ...(batch ? { batch: Number(batch) } : {}),
    ...(checks.length > 0 ? { checks } : {}),
    ...(random ? { random: { count: Number(count), seed: Number(seed) } } : {}),
  };
}

/** Looks at answers now, without waiting for the next submission, and draws a random sample if wished. */
export function RunChecks({ projectId, codes }: { projectId: number; codes: CodeInfo[] }) {
  const { t } = useTranslation("quality");
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const batches = useQuery(batchesQuery(projectId)).data ?? [];
  const [options, setOptions] = useState<CheckOptions>({
    stage: null,
    batch: null,
    checks: [],
    random: false,
    count: 20,
    seed: 1,
  });
  const change = (changes: Partial<CheckOptions>) => setOptions((old) => ({ ...old, ...changes }));
  const run = useMutation({ mutationFn: () => runChecks(projectId, toRun(options)) });
  const complete = !options.random || (Number(options.count) > 0 && options.seed !== "");
  return (
    <Section title={t("run.title")} description={t("run.text")}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Select
            label={t("run.stage")}
            placeholder={t("run.all_stages")}
            clearable
            value={options.stage}
            data={stages.map(({ key, title }) => ({ value: key, label: title }))}
            onChange={(stage) => change({ stage })}
          />
          <Select
            label={t("run.batch")}
            placeholder={t("run.all_batches")}
            clearable
            value={options.batch}
            data={batches.map(({ id, number, title }) => ({
              value: String(id),
              label: t("batch_name", { number, title }),
            }))}
            onChange={(batch) => change({ batch })}
          />
          <MultiSelect
            label={t("run.checks")}
            placeholder={options.checks.length > 0 ? "" : t("run.all_checks")}
            clearable
            value={options.checks}
            data={codes.map(({ code, title }) => ({ value: code, label: title }))}
            onChange={(checks) => change({ checks })}
          />
        </SimpleGrid>
        <Switch
          label={t("run.random")}
          description={t("run.random_hint")}
          checked={options.random}
          onChange={(event) => change({ random: event.currentTarget.checked })}
        />
        {options.random && (
          <Group align="flex-start">
            <NumberInput
              label={t("run.count")}
              w={160}
              min={1}
              max={10_000}
              allowDecimal={false}
              value={options.count}
              onChange={(count) => change({ count })}
            />
            <NumberInput
              label={t("run.seed")}
              description={t("run.seed_hint")}
              inputWrapperOrder={["label", "input", "description"]}
              maw={280}
              min={0}
              allowDecimal={false}
              value={options.seed}
              onChange={(seed) => change({ seed })}
            />
          </Group>
        )}
        {run.error && <ErrorNotice error={run.error} />}
        <Group>
          <Button variant="default" disabled={!complete} loading={run.isPending} onClick={() => run.mutate()}>
            {t("run.start")}
          </Button>
        </Group>
        {run.data && <TrackedJob key={run.data.id} projectId={projectId} job={run.data} />}
      </Stack>
    </Section>
  );
}
