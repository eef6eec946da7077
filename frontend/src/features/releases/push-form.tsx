import { Button, Checkbox, Stack, TextInput } from "@mantine/core";
import { IconCloudUpload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Hub } from "@/api/hub";
import type { ReleaseDetail } from "@/api/releases";
import { FormError } from "@/components/form-error";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { pushesQuery, startPush } from "./api/hub";

interface PushFormProps {
  projectId: number;
  release: ReleaseDetail;
  hub: Hub;
}

/** What a hub takes for a name, made of what people call their dataset. */
export function repositoryName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, "-");
  return (
    plain
      .replace(/^-+|-+$/g, "")
      .toLowerCase()
      .slice(0, 96) || "dataset"
  );
}

/** Which repository, and who sees it. */
export function PushForm({ projectId, release, hub }: PushFormProps) {
  const { t } = useTranslation("releases");
  const client = useQueryClient();
  const last = useQuery(pushesQuery(projectId, release.id)).data?.results[0];
  const [typed, setTyped] = useState<string | null>(null);
  const [choice, setChoice] = useState<boolean | null>(null);
  const repository = typed ?? last?.repository ?? `${hub.account}/${repositoryName(release.name)}`;
  const isPrivate = choice ?? last?.private ?? true;
  const form = useRef<HTMLFormElement>(null);
  const push = useMutation({
    mutationFn: () => startPush(projectId, release.id, { repository: repository.trim(), private: isPrivate }),
    onSuccess: async () => {
      notifyDone(t("hub.started"));
      await client.invalidateQueries({ queryKey: pushesQuery(projectId, release.id).queryKey });
    },
  });
  useEffect(() => {
    if (push.error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [push.error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    push.mutate();
  };
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="sm" maw={560}>
        <TextInput
          label={t("hub.repository")}
          description={t("hub.repository_hint")}
          required
          maxLength={200}
          value={repository}
          error={fieldErrors(push.error, ["repository"]).repository}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Checkbox
          label={t("hub.private")}
          description={t("hub.private_hint")}
          checked={isPrivate}
          onChange={(event) => setChoice(event.currentTarget.checked)}
        />
        <FormError error={push.error} names={["repository"]} />
        <Button
          type="submit"
          loading={push.isPending}
          leftSection={<IconCloudUpload size={16} aria-hidden />}
          style={{ alignSelf: "flex-start" }}
        >
          {t("hub.push")}
        </Button>
      </Stack>
    </form>
  );
}
