import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { batchesQuery } from "@/lib/queries/quality";
import { BatchTable } from "./batch-table";
import { NewBatchForm } from "./new-batch-form";

export default function BatchesPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("quality");
  const query = useQuery(batchesQuery(projectId));
  const mayAct = useMayLead(projectId);
  usePageTitle(t("batches.title"), useProjectName(projectId));
  return (
    <Stack>
      <QueryView query={query}>
        {(batches) =>
          batches.length === 0 ? (
            <EmptyState title={t("batches.none_title")}>{t("batches.none_text")}</EmptyState>
          ) : (
            <Section title={t("batches.title")} term="batch" description={t("batches.text")}>
              <BatchTable projectId={projectId} batches={batches} mayAct={mayAct} />
            </Section>
          )
        }
      </QueryView>
      {mayAct && <NewBatchForm projectId={projectId} />}
    </Stack>
  );
}
