import { Button, FileInput, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { TrackedJob } from "@/components/tracked-job";
import { addImages } from "./api/studies";

/** Brings images in that were made from texts: an archive with its manifest, or both one by one. */
export function ImagesForm({ projectId }: { projectId: number }) {
  const { t } = useTranslation("studies");
  const [files, setFiles] = useState<File[]>([]);
  const upload = useMutation({
    mutationFn: () => addImages(projectId, files),
    onSuccess: () => setFiles([]),
  });
  return (
    <Stack gap="sm" maw={560}>
      <FileInput
        label={t("images.files")}
        description={t("images.files_hint")}
        placeholder={t("files.placeholder")}
        accept=".zip,.csv,.jsonl,.json,image/*"
        multiple
        clearable
        value={files}
        onChange={setFiles}
      />
      {upload.error && <ErrorNotice error={upload.error} />}
      <Group>
        <Button
          variant="default"
          disabled={files.length === 0}
          loading={upload.isPending}
          onClick={() => upload.mutate()}
        >
          {t("files.submit")}
        </Button>
      </Group>
      {upload.data && <TrackedJob key={upload.data.id} projectId={projectId} job={upload.data} />}
    </Stack>
  );
}
