import { Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Job, Seeding } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { JobProgress } from "@/components/job-progress";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { seedingQuery, skipSeeding } from "./api/seeding";
import { LastRunSection } from "./last-run";
import { RunHistory } from "./run-history";
import { RunSection } from "./run-section";
import { SeedUpload } from "./seed-upload";

export default function SeedingPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("seeding");
  const query = useQuery(seedingQuery(projectId));
  const mayStart = useMayLead(projectId);
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <QueryView query={query}>
      {(seeding) => (
        <Stack>
          <Counts counts={seeding.counts} />
          {mayStart ? (
            <>
              <RunSection projectId={projectId} seeding={seeding} />
              {seeding.run && <RunHistory projectId={projectId} last={seeding.run} />}
              <SeedUpload projectId={projectId} />
              <SkipSection projectId={projectId} waiting={seeding.counts.waiting} opening={seeding.opening} />
            </>
          ) : (
            <>
              <LastRunSection projectId={projectId} run={seeding.run} />
              {seeding.run && <RunHistory projectId={projectId} last={seeding.run} />}
            </>
          )}
        </Stack>
      )}
    </QueryView>
  );
}

const order = ["waiting", "seeded", "failed", "open", "done", "withdrawn"] as const;

function Counts({ counts }: { counts: Seeding["counts"] }) {
  const { t } = useTranslation("seeding");
  return (
    <Section title={t("counts.title")} term="sample">
      <Stats>
        {order.map((key) => (
          <Stat key={key} label={t(`counts.${key}`)} value={formatNumber(counts[key])} />
        ))}
      </Stats>
    </Section>
  );
}

interface SkipSectionProps {
  projectId: number;
  waiting: number;
  /** What is opening them now. */
  opening: Job | null;
}

function SkipSection({ projectId, waiting, opening }: SkipSectionProps) {
  const { t } = useTranslation("seeding");
  const client = useQueryClient();
  const skip = useMutation({
    mutationFn: () => skipSeeding(projectId),
    onSuccess: async ({ opened }) => {
      if (opened !== null) notifyDone(t("skip.opened", { count: opened }));
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  return (
    <Section title={t("skip.title")} description={t("skip.text")}>
      {opening && <JobProgress projectId={projectId} job={opening} />}
      {!opening && waiting === 0 && (
        <Text c="dimmed" size="sm">
          {t("run.nothing")}
        </Text>
      )}
      {!opening && waiting > 0 && (
        <ConfirmButton
          title={t("skip.confirm_title")}
          text={t("skip.confirm", { count: waiting })}
          confirmLabel={t("skip.confirm_button")}
          danger={false}
          onConfirm={() => skip.mutateAsync()}
        >
          {t("skip.button", { count: waiting })}
        </ConfirmButton>
      )}
    </Section>
  );
}
