import { Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { computePayments, crowdKey, paymentsFile, paymentsQuery } from "./api/crowd";
import { PaymentTable } from "./payment-table";

export default function PaymentsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("crowd");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/crowd/payments" });
  const navigate = useNavigate({ from: "/projects/$projectId/crowd/payments" });
  const query = useQuery({ ...paymentsQuery(projectId, cursor), placeholderData: keepPreviousData });
  usePageTitle(t("payments.title"), useProjectName(projectId));
  return (
    <Section title={t("payments.title")} description={t("payments.text")} actions={<Head projectId={projectId} />}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <Text c="dimmed">{t("payments.none")}</Text>
          ) : (
            <div>
              <PaymentTable projectId={projectId} rows={page.results} />
              <Pager page={page} onCursor={(next) => void navigate({ search: { cursor: next } })} />
            </div>
          )
        }
      </QueryView>
    </Section>
  );
}

function Head({ projectId }: { projectId: number }) {
  const { t } = useTranslation("crowd");
  const client = useQueryClient();
  const compute = useMutation({
    mutationFn: () => computePayments(projectId),
    onSuccess: async (counts) => {
      notifyDone(t("payments.computed", counts));
      await client.invalidateQueries({ queryKey: crowdKey(projectId) });
    },
  });
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        <Button
          component="a"
          href={paymentsFile(projectId)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("payments.csv")}
        </Button>
        <Button loading={compute.isPending} onClick={() => compute.mutate()}>
          {t("payments.compute")}
        </Button>
      </Group>
      {compute.error && <ErrorNotice error={compute.error} />}
    </Stack>
  );
}
