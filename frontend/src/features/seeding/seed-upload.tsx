import { Button, Code, FileInput, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { ImportErrors } from "@/components/import-errors";
import { Section } from "@/components/section";
import { uploadSeeds } from "./api/seeding";

/** One line of such a file; format, so not translated. */
const EXAMPLE = '{"external_id":"photo-1","producer":"my-model 1.0","seeds":{"description":{"text":"…"}}}';

/** Seeds made elsewhere: the result stays on the page, with every line that could not be used. */
export function SeedUpload({ projectId }: { projectId: number }) {
  const { t } = useTranslation("seeding");
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const upload = useMutation({
    mutationFn: (chosen: File) => uploadSeeds(projectId, chosen),
    onSuccess: () => client.invalidateQueries({ queryKey: ["projects", projectId] }),
  });
  const submit = () => {
    setMissing(!file);
    if (file) upload.mutate(file);
  };
  return (
    <Section title={t("upload.title")} term="seed" description={t("upload.text")}>
      <Stack>
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {EXAMPLE}
        </Code>
        <FileInput
          label={t("upload.file")}
          placeholder={t("upload.placeholder")}
          accept=".jsonl,.json"
          clearable
          maw={480}
          value={file}
          onChange={setFile}
          error={missing && !file ? t("upload.required") : undefined}
        />
        {upload.error && <ErrorNotice error={upload.error} />}
        <Group>
          <Button variant="default" loading={upload.isPending} onClick={submit}>
            {t("upload.submit")}
          </Button>
        </Group>
        <div role="status">
          {upload.data && (
            <Text size="sm">{t("upload.result", { ...upload.data.counts, count: upload.data.counts.total })}</Text>
          )}
        </div>
        {upload.data && upload.data.errors.length > 0 && (
          <ImportErrors source={upload.variables.name} errors={upload.data.errors} />
        )}
      </Stack>
    </Section>
  );
}
