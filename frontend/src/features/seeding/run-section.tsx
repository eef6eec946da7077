import { Alert, Button, Group, List, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Seeding, SeedingBackend, SeedingRun } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { JobProgress } from "@/components/job-progress";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { isActive } from "@/lib/queries/jobs";
import { projectQuery } from "@/lib/queries/projects";
import { startSeeding } from "./api/seeding";

type SeedRole = SeedingBackend["roles"][number];

function having(backends: SeedingBackend[], role: SeedRole): SeedingBackend[] {
  return backends.filter((backend) => backend.roles.includes(role));
}

/** Stands for no back end: that stage begins empty. */
const NO_TEXT = "";

/** Whether a stage begins with the texts read in the images. */
function useReadsText(projectId: number): boolean {
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  return stages.some(({ kind, seeded }) => kind === "ocr.v1" && seeded);
}

export function RunSection({ projectId, seeding }: { projectId: number; seeding: Seeding }) {
  const { t } = useTranslation("seeding");
  const client = useQueryClient();
  const detectors = having(seeding.backends, "detector");
  const captioners = having(seeding.backends, "captioner");
  const [detector, setDetector] = useState(detectors.find(({ available }) => available)?.name ?? null);
  const [captioner, setCaptioner] = useState(captioners.find(({ available }) => available)?.name ?? null);
  const readsText = useReadsText(projectId);
  const readers = having(seeding.backends, "ocr");
  const [ocr, setOcr] = useState(readers.find(({ available }) => available)?.name ?? NO_TEXT);
  const start = useMutation({
    mutationFn: startSeeding.bind(null, projectId),
    onSuccess: async () => {
      notifyDone(t("run.started"));
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  const count = seeding.counts.waiting;
  const running = isActive(seeding.run?.job);
  const ready = detector !== null && captioner !== null;
  return (
    <Section title={t("run.title")} description={t("run.text")}>
      <Stack>
        {!ready && <Alert color="yellow">{t("run.none_available")}</Alert>}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <BackendSelect label={t("run.detector")} backends={detectors} value={detector} onChange={setDetector} />
          <BackendSelect label={t("run.captioner")} backends={captioners} value={captioner} onChange={setCaptioner} />
          {readsText && <ReaderSelect backends={readers} value={ocr} onChange={setOcr} />}
        </SimpleGrid>
        {start.error && <ErrorNotice error={start.error} />}
        {count === 0 && !running ? (
          <Text c="dimmed" size="sm">
            {t("run.nothing")}
          </Text>
        ) : (
          <Group>
            <Button
              disabled={running || !ready || count === 0}
              loading={start.isPending}
              onClick={() => { if (ready) start.mutate({ detector, captioner, ...(readsText && { ocr }) }); }}
            >
              {t("run.start", { count })}
            </Button>
          </Group>
        )}
        {seeding.run && <LastRun projectId={projectId} run={seeding.run} />}
      </Stack>
    </Section>
  );
}

/** For those who may look but not start anything. */
export function LastRunSection({ projectId, run }: { projectId: number; run: SeedingRun | null }) {
  const { t } = useTranslation("seeding");
  return (
    <Section title={t("run.last")}>
      {run ? <LastRun projectId={projectId} run={run} /> : <Text c="dimmed">{t("run.never")}</Text>}
    </Section>
  );
}

function LastRun({ projectId, run }: { projectId: number; run: SeedingRun }) {
  const { t } = useTranslation("seeding");
  return (
    <Stack gap="xs">
      <JobProgress projectId={projectId} job={run.job} />
      <Text size="sm" c="dimmed">
        {t("run.counts", run.counts)}
      </Text>
      {run.failures.length > 0 && (
        <details>
          <Text component="summary" size="sm">
            {t("run.failures", { count: run.failures.length })}
          </Text>
          <List size="sm" mt="xs">
            {run.failures.map((failure) => (
              <List.Item key={failure.sample_id}>
                <TextLink to="/samples/$sampleId" params={{ sampleId: String(failure.sample_id) }} fz="inherit">
                  {failure.name}
                </TextLink>
                {": "}
                {failure.message}
              </List.Item>
            ))}
          </List>
        </details>
      )}
    </Stack>
  );
}

interface BackendSelectProps {
  label: string;
  backends: SeedingBackend[];
  value: string | null;
  onChange: (name: string | null) => void;
}

function BackendSelect({ label, backends, value, onChange }: BackendSelectProps) {
  const chosen = backends.find(({ name }) => name === value);
  const data = useOptions(backends);
  return (
    <Select
      label={label}
      description={chosen?.description}
      inputWrapperOrder={["label", "input", "description"]}
      allowDeselect={false}
      value={value}
      onChange={onChange}
      data={data}
    />
  );
}

function useOptions(backends: SeedingBackend[]) {
  const { t } = useTranslation("seeding");
  return backends.map((backend) => ({
    value: backend.name,
    disabled: !backend.available,
    label: backend.available
      ? t("run.option", { title: backend.title, name: backend.name, version: backend.version })
      : t("run.unavailable", { title: backend.title, reason: backend.reason ?? "" }),
  }));
}

interface ReaderSelectProps {
  backends: SeedingBackend[];
  value: string;
  onChange: (name: string) => void;
}

/** Nothing that reads text is needed: people can write the texts themselves. */
function ReaderSelect({ backends, value, onChange }: ReaderSelectProps) {
  const { t } = useTranslation("seeding");
  const data = useOptions(backends);
  const absent = data.filter(({ disabled }) => disabled).map(({ label }) => label);
  const chosen = backends.find(({ name }) => name === value);
  return (
    <Select
      label={t("run.ocr")}
      description={chosen?.description ?? [...absent, t("run.no_ocr_text")].join(". ")}
      inputWrapperOrder={["label", "input", "description"]}
      allowDeselect={false}
      value={value}
      onChange={(name) => { onChange(name ?? NO_TEXT); }}
      data={[...data, { value: NO_TEXT, disabled: false, label: t("run.no_ocr") }]}
    />
  );
}
