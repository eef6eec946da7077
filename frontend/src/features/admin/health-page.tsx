import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AdminFrame } from "@/components/admin-frame";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatClock } from "@/lib/format";
import { healthQuery } from "./api/installation";
import { HealthHistory } from "./health-history";
import { HealthParts } from "./health-parts";
import { FailedJobs, QueueTable, WorkerTable } from "./health-tables";

export default function HealthPage() {
  return (
    <AdminFrame page="health">
      <HealthNow />
    </AdminFrame>
  );
}

function HealthNow() {
  const { t } = useTranslation("admin");
  const query = useQuery(healthQuery);
  return (
    <Stack>
      <QueryView query={query}>
        {(health) => (
          <Stack>
            <Section title={t("health.parts")} description={t("health.as_of", { at: formatClock(health.at) })}>
              <HealthParts health={health} />
            </Section>
            {health.failed.length > 0 && (
              <Section title={t("health.failed")} description={t("health.failed_text")}>
                <FailedJobs jobs={health.failed} />
              </Section>
            )}
            <Section title={t("health.queues")}>
              <QueueTable queues={health.queues} />
            </Section>
            <Section title={t("health.workers")}>
              <WorkerTable workers={health.workers} />
            </Section>
          </Stack>
        )}
      </QueryView>
      <HealthHistory />
    </Stack>
  );
}
