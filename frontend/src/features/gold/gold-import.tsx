import { Button, Code, FileInput, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { ImportErrors } from "@/components/import-errors";
import { Section } from "@/components/section";
import { importGold } from "./api/gold";

/** One line of such a file; format, so not translated. */
const EXAMPLE =
  '{"image":"photo-1","stage":"caption","expected":{"text_detected":true},"is_good":true,"uses":["mixed"]}';

/** Gold made elsewhere. Checking first adds nothing and says the same of every line. */
export function GoldImportSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("gold");
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const upload = useMutation({
    mutationFn: ({ chosen, dryRun }: { chosen: File; dryRun: boolean }) => importGold(projectId, chosen, dryRun),
    onSuccess: () => client.invalidateQueries({ queryKey: ["projects", projectId, "gold"] }),
  });
  const submit = (dryRun: boolean) => {
    setMissing(!file);
    if (file) upload.mutate({ chosen: file, dryRun });
  };
  const dry = upload.variables?.dryRun;
  return (
    <Section title={t("import.title")} description={t("import.text")}>
      <Stack>
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {EXAMPLE}
        </Code>
        <FileInput
          label={t("import.file")}
          placeholder={t("import.placeholder")}
          accept=".jsonl,.json"
          clearable
          maw={480}
          value={file}
          onChange={setFile}
          error={missing && !file ? t("import.required") : undefined}
        />
        {upload.error && <ErrorNotice error={upload.error} />}
        <Group gap="xs">
          <Button
            variant="default"
            loading={upload.isPending && dry === true}
            disabled={upload.isPending}
            onClick={() => submit(true)}
          >
            {t("import.check")}
          </Button>
          <Button loading={upload.isPending && dry === false} disabled={upload.isPending} onClick={() => submit(false)}>
            {t("import.submit")}
          </Button>
        </Group>
        <div role="status">
          {upload.data && (
            <Text size="sm">
              {t(upload.data.dry_run ? "import.would" : "import.did", {
                ...upload.data.counts,
                count: upload.data.counts.total,
              })}
            </Text>
          )}
        </div>
        {upload.data && upload.data.errors.length > 0 && (
          <ImportErrors
            source={upload.variables.chosen.name}
            errors={upload.data.errors.map((error) => ({ name: "", ...error }))}
          />
        )}
      </Stack>
    </Section>
  );
}
