import { Button, Code, FileInput, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { groupsQuery, importGroups } from "../api/groups";

/** The head of such a table and a row; format, so not translated. */
const exampleWith = (value: string) => `image,group,by\nphoto-1.jpg,${value},catalogue`;

interface GroupImportProps {
  projectId: number;
  /** One that may stand in the table. */
  value: string;
}

export function GroupImport({ projectId, value }: GroupImportProps) {
  const { t } = useTranslation("groups");
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const upload = useMutation({
    mutationFn: (chosen: File) => importGroups(projectId, chosen),
    onSuccess: async () => {
      setFile(null);
      await client.invalidateQueries({ queryKey: groupsQuery(projectId).queryKey });
    },
  });
  const submit = () => {
    setMissing(!file);
    if (file) upload.mutate(file);
  };
  return (
    <Section title={t("import.title")} description={t("import.text")}>
      <Stack gap="sm" maw={560}>
        <Code block>{exampleWith(value)}</Code>
        <FileInput
          label={t("import.file")}
          placeholder={t("import.placeholder")}
          accept=".csv,.json,.jsonl,.gz"
          clearable
          value={file}
          onChange={setFile}
          error={missing && !file ? t("import.required") : undefined}
        />
        {upload.error && <ErrorNotice error={upload.error} />}
        <Group>
          <Button variant="default" loading={upload.isPending} onClick={submit}>
            {t("import.submit")}
          </Button>
        </Group>
        <div role="status">
          {upload.data !== undefined && <Text size="sm">{t("import.done", { count: upload.data })}</Text>}
        </div>
      </Stack>
    </Section>
  );
}
