import { Button, Code, FileInput, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { LinkButton, TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { importRatings } from "./api/studies";

/** The head and one row of such a file; format, so not translated. */
const EXAMPLE =
  "comparison,image,left,right,metric,label,score,rater,justification\nours-vs-theirs,photo-1,Ours,Theirs,specificity,left+,-1,A,It names the bridge.";
const names = ["name", "comparison", "file"];

/** Judgements that were made elsewhere become a study that is over. */
export default function ImportRatingsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("studies");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [values, setValues] = useState({ name: "", comparison: "" });
  const [missing, setMissing] = useState(false);
  usePageTitle(t("import.title"), useProjectName(projectId));
  const upload = useMutation({
    mutationFn: (chosen: File) => importRatings(projectId, chosen, values),
    onSuccess: async (study) => {
      notifyDone(t("import.done"));
      await client.invalidateQueries({ queryKey: ["projects", projectId, "studies"] });
      await navigate({
        to: "/projects/$projectId/studies/$studyId/results",
        params: { projectId: String(projectId), studyId: String(study.id) },
      });
    },
  });
  const problems = fieldErrors(upload.error, names);
  const params = { projectId: String(projectId) };
  const submit = () => {
    setMissing(true);
    if (file && values.name.trim()) upload.mutate(file);
  };
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies" params={params}>
        {t("title")}
      </TextLink>
      <Section title={t("import.title")} description={t("import.text")}>
        <Stack maw={640}>
          <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {EXAMPLE}
          </Code>
          <Text size="sm" c="dimmed">
            {t("import.columns")}
          </Text>
          <TextInput
            label={t("new.name")}
            maxLength={200}
            value={values.name}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((old) => ({ ...old, name: value }));
            }}
            error={missing && !values.name.trim() ? t("new.name_required") : problems.name}
          />
          <FileInput
            label={t("import.file")}
            placeholder={t("files.placeholder")}
            accept=".csv,.gz"
            clearable
            value={file}
            onChange={setFile}
            error={missing && !file ? t("files.required") : problems.file}
          />
          <TextInput
            label={t("import.comparison")}
            description={t("import.comparison_hint")}
            maxLength={200}
            value={values.comparison}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((old) => ({ ...old, comparison: value }));
            }}
            error={problems.comparison}
          />
          {upload.error && <ErrorNotice error={upload.error} hideFields={allFieldsShown(upload.error, names)} />}
          <Group gap="xs">
            <LinkButton variant="default" to="/projects/$projectId/studies" params={params}>
              {common("action.cancel")}
            </LinkButton>
            <Button loading={upload.isPending} onClick={submit}>
              {t("import.submit")}
            </Button>
          </Group>
        </Stack>
      </Section>
    </Stack>
  );
}
