import { Button, Collapse, FileInput, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TextFile } from "@/api/studies";
import { ErrorNotice } from "@/components/error-notice";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { formatNumber } from "@/lib/format";
import { addTextFile, type FileOptions } from "./api/studies";

const names = ["file", "name", "text_field", "key_field"];
const EMPTY: FileOptions = { name: "", text_field: "", key_field: "" };

interface FileFormProps {
  projectId: number;
  onAdded?: (file: TextFile) => void;
}

/** Brings a file of texts in: what to call it, and where in a row the text and the image's name are. */
export function FileForm({ projectId, onAdded }: FileFormProps) {
  const { t } = useTranslation("studies");
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [options, setOptions] = useState<FileOptions>(EMPTY);
  const [missing, setMissing] = useState(false);
  const [opened, fields] = useDisclosure(false);
  const upload = useMutation({
    mutationFn: (chosen: File) =>
      addTextFile(projectId, chosen, { ...options, name: options.name.trim() || nameOf(chosen) }),
    onSuccess: async (added) => {
      setFile(null);
      setOptions(EMPTY);
      await client.invalidateQueries({ queryKey: ["projects", projectId, "studies"] });
      onAdded?.(added);
    },
  });
  const problems = fieldErrors(upload.error, names);
  const put = (name: keyof FileOptions) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setOptions((old) => ({ ...old, [name]: value }));
  };
  const submit = () => {
    setMissing(!file);
    if (file) upload.mutate(file);
  };
  return (
    <Stack gap="sm" maw={560}>
      <FileInput
        label={t("files.file")}
        description={t("files.file_hint")}
        placeholder={t("files.placeholder")}
        accept=".jsonl,.json,.csv,.gz"
        clearable
        value={file}
        onChange={setFile}
        error={missing && !file ? t("files.required") : problems.file}
      />
      <TextInput
        label={t("files.name")}
        placeholder={file ? nameOf(file) : undefined}
        maxLength={200}
        value={options.name}
        onChange={put("name")}
        error={problems.name}
      />
      <div>
        <Button variant="subtle" size="compact-sm" ms={-8} aria-expanded={opened} onClick={fields.toggle}>
          {t("files.more")}
        </Button>
      </div>
      <Collapse expanded={opened || Boolean(problems.text_field) || Boolean(problems.key_field)}>
        <Stack gap="sm">
          <TextInput
            label={t("files.text_field")}
            description={t("files.text_field_hint")}
            value={options.text_field}
            onChange={put("text_field")}
            error={problems.text_field}
          />
          <TextInput
            label={t("files.key_field")}
            description={t("files.key_field_hint")}
            value={options.key_field}
            onChange={put("key_field")}
            error={problems.key_field}
          />
        </Stack>
      </Collapse>
      {upload.error && <ErrorNotice error={upload.error} hideFields={allFieldsShown(upload.error, names)} />}
      <Group>
        <Button variant="default" loading={upload.isPending} onClick={submit}>
          {t("files.submit")}
        </Button>
      </Group>
      <div role="status">
        {upload.data && (
          <Text size="sm">
            {t("files.added", {
              name: upload.data.name,
              count: upload.data.texts,
              texts: formatNumber(upload.data.texts),
              matched: formatNumber(upload.data.matched),
            })}
          </Text>
        )}
      </div>
    </Stack>
  );
}

const nameOf = (file: File) => file.name.replace(/(\.(jsonl?|csv))?(\.gz)?$/, "");
