import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Connection, Trial } from "@/api/models";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { trialQuery, tryOn } from "./api/models";
import { versionsQuery } from "@/lib/queries/models";
import { PicturePicker, type Picture } from "./picture-picker";
import { TrialView } from "./trial-view";

interface TrySectionProps {
  projectId: number;
  connection: Connection;
}

/** Shows what a version says about one image; the try is at an address of its own. */
export function TrySection({ projectId, connection }: TrySectionProps) {
  const { t } = useTranslation("models");
  const { trial } = useSearch({ from: "/shell/projects/$projectId/models/$connectionId" });
  const navigate = useNavigate({ from: "/projects/$projectId/models/$connectionId" });
  const client = useQueryClient();
  const [picture, setPicture] = useState<Picture | null>(null);
  const [version, setVersion] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const start = useMutation({
    mutationFn: (image: number) => tryOn(projectId, connection.id, image, version === null ? null : Number(version)),
    onSuccess: async (trial: Trial) => {
      client.setQueryData(trialQuery(projectId, trial.id).queryKey, trial);
      await navigate({ search: { trial: trial.id }, replace: true, resetScroll: false });
    },
  });
  return (
    <Section title={t("try.title")} description={t("try.text")}>
      <Stack>
        <PicturePicker projectId={projectId} value={picture} onChange={setPicture} />
        <Group align="flex-end" gap="sm">
          <VersionSelect projectId={projectId} connection={connection} value={version} onChange={setVersion} />
          <Button
            loading={start.isPending}
            onClick={() => {
              setMissing(picture === null);
              if (picture) start.mutate(picture.id);
            }}
          >
            {picture ? t("try.submit_name", { name: picture.name }) : t("try.submit")}
          </Button>
        </Group>
        <div role="alert">
          {missing && picture === null && (
            <Text size="sm" c="var(--mantine-color-error)">
              {t("try.choose_first")}
            </Text>
          )}
        </div>
        {start.error && <ErrorNotice error={start.error} />}
        {trial !== undefined && (
          <TrialView key={trial} projectId={projectId} trialId={trial} isNew={start.data?.id === trial} />
        )}
      </Stack>
    </Section>
  );
}

interface VersionSelectProps extends TrySectionProps {
  value: string | null;
  onChange: (id: string | null) => void;
}

function VersionSelect({ projectId, connection, value, onChange }: VersionSelectProps) {
  const { t } = useTranslation("models");
  const versions = useQuery(versionsQuery(projectId, connection.id)).data ?? [];
  if (versions.length < 2) return null;
  const serving = connection.serving ? String(connection.serving.id) : null;
  return (
    <Select
      label={t("try.version")}
      allowDeselect={false}
      w={{ base: "100%", xs: 180 }}
      value={value ?? serving}
      data={versions.map(({ id, label, state }) => ({
        value: String(id),
        label: state === "serving" ? t("try.serving", { label }) : label,
      }))}
      onChange={onChange}
    />
  );
}
