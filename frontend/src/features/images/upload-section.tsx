import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FileDrop } from "@/components/file-drop";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { ProjectUploads } from "@/components/uploads/project-uploads";
import { isUnderWay, useUploads } from "@/lib/uploads";

export function UploadSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("images");
  const { queue, state } = useUploads();
  const [left, setLeft] = useState(0);
  const mine = state.items.filter(({ project }) => project === projectId);
  const isDone = !mine.some(isUnderWay) && mine.some(({ status }) => status === "added");
  return (
    <Section title={t("upload.title")} description={t("upload.text")}>
      <Stack>
        <FileDrop
          label={t("upload.drop")}
          or={t("upload.or")}
          choose={t("upload.choose")}
          chooseFolder={t("upload.choose_folder")}
          accept="image/jpeg,image/png,image/webp,image/gif,image/tiff,image/bmp"
          onFiles={(taken) => {
            setLeft(taken.left);
            queue.add(projectId, taken.files);
          }}
        />
        {left > 0 && (
          <Text size="sm" role="status">
            {t("upload.left", { count: left })}
          </Text>
        )}
        {mine.length > 0 && <ProjectUploads projectId={projectId} queue={queue} state={state} />}
        {isDone && (
          <Text size="sm">
            {t("upload.next")}:{" "}
            <TextLink to="/projects/$projectId/seeding" params={{ projectId: String(projectId) }} fz="inherit">
              {t("upload.next_link")}
            </TextLink>
          </Text>
        )}
      </Stack>
    </Section>
  );
}
