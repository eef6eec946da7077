import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { allReports, writeReport } from "./api/reports";
import { ReportList } from "./report-list";

/** The project written down, to be printed and kept. */
export default function ReportPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("reports");
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Stack>
      <NewReport projectId={projectId} />
      <ReportList projectId={projectId} />
    </Stack>
  );
}

function NewReport({ projectId }: { projectId: number }) {
  const { t } = useTranslation("reports");
  const client = useQueryClient();
  const form = useForm({ initialValues: { title: "", with_names: false } });
  const write = useMutation({
    mutationFn: (wishes: typeof form.values) => writeReport(projectId, wishes),
    onSuccess: async () => {
      notifyDone(t("new.started"));
      form.reset();
      await client.invalidateQueries(allReports(projectId));
    },
  });
  return (
    <Section title={t("new.title")} description={t("new.text")}>
      <form onSubmit={form.onSubmit((values) => write.mutate(values))}>
        <Stack maw={560}>
          <TextInput
            label={t("new.name")}
            description={t("new.name_hint")}
            maxLength={200}
            {...form.getInputProps("title")}
          />
          <Checkbox
            label={t("new.with_names")}
            description={t("new.with_names_hint")}
            {...form.getInputProps("with_names", { type: "checkbox" })}
          />
          {write.error && <ErrorNotice error={write.error} />}
          <Group>
            <Button type="submit" loading={write.isPending}>
              {t("new.submit")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
