import { Switch } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { guidelinesQuery } from "@/lib/queries/guidelines";
import { requireGuidelines } from "./api/guidelines";

interface MustBeReadProps {
  projectId: number;
  isRequired: boolean;
}

/** Whether annotators are asked to read and confirm them before they are given a task. */
export function MustBeRead({ projectId, isRequired }: MustBeReadProps) {
  const { t } = useTranslation("guidelines");
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (wanted: boolean) => requireGuidelines(projectId, wanted),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
      await client.invalidateQueries({ queryKey: guidelinesQuery(projectId).queryKey });
      notifyDone(t("required_saved"));
    },
  });
  return (
    <Section title={t("required_title")}>
      <Switch
        label={t("required")}
        description={t("required_text")}
        checked={change.isPending ? change.variables : isRequired}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      {change.error && <ErrorNotice error={change.error} />}
    </Section>
  );
}
