import { Autocomplete, Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { NewRelease, Release, ReleasePreview } from "@/api/releases";
import { FormError } from "@/components/form-error";
import { growing } from "@/components/growing";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { releasesKey, startRelease } from "./api/releases";
import { ReleaseContent } from "./release-content";
import { fullName } from "./release-table";
import { useReleaseDraft, type ReleaseDraft } from "./use-release-draft";

const FIELDS = ["name", "version", "description", "licence", "citation"] as const;
/** Identifiers of SPDX that datasets usually have; any other text is taken as well. */
const LICENCES = [
  "CC-BY-4.0",
  "CC-BY-SA-4.0",
  "CC-BY-NC-4.0",
  "CC-BY-NC-SA-4.0",
  "CC0-1.0",
  "CDLA-Permissive-2.0",
  "ODbL-1.0",
  "Apache-2.0",
  "MIT",
];

interface ReleaseFormProps {
  projectId: number;
  project: string;
  known: ReleasePreview;
  /** The newest one: the next is often described as it was. */
  last: Release | null;
}

export function ReleaseForm({ projectId, project, known, last }: ReleaseFormProps) {
  const { t } = useTranslation("releases");
  const { draft, change, rename } = useReleaseDraft(project, known, last);
  const start = useFreezing(projectId);
  const form = useRef<HTMLFormElement>(null);
  const problems = fieldErrors(start.error, FIELDS);
  useEffect(() => {
    if (start.error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [start.error]);
  const freeze = (event: FormEvent) => {
    event.preventDefault();
    start.mutate({ ...draft, name: draft.name.trim(), version: draft.version.trim() });
  };
  return (
    <form ref={form} onSubmit={freeze}>
      <Stack gap="lg">
        {last && (
          <Text size="sm" c="dimmed">
            {t("new.filled", { release: fullName(last) })}
          </Text>
        )}
        <Naming draft={draft} known={known} problems={problems} onRename={rename} onChange={change} />
        <About draft={draft} problems={problems} onChange={change} />
        <ReleaseContent projectId={projectId} known={known} draft={draft} onChange={change} />
        <FormError error={start.error} names={FIELDS} />
        <Group gap="sm">
          <Button type="submit" loading={start.isPending}>
            {t("new.submit")}
          </Button>
          <Text size="sm" c="dimmed">
            {t("new.for_ever")}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

function useFreezing(projectId: number) {
  const { t } = useTranslation("releases");
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (wish: NewRelease) => startRelease(projectId, wish),
    onSuccess: async (release) => {
      notifyDone(t("new.started"));
      await client.invalidateQueries({ queryKey: releasesKey(projectId) });
      await navigate({
        to: "/projects/$projectId/releases/$releaseId",
        params: { projectId: String(projectId), releaseId: String(release.id) },
      });
    },
  });
}

interface PartProps {
  draft: ReleaseDraft;
  problems: Record<string, string>;
  onChange: (changes: Partial<ReleaseDraft>) => void;
}

interface NamingProps extends PartProps {
  known: ReleasePreview;
  onRename: (name: string) => void;
}

function Naming({ draft, known, problems, onRename, onChange }: NamingProps) {
  const { t } = useTranslation("releases");
  const last = known.latest.find(({ name }) => name === draft.name.trim())?.version;
  return (
    <Group align="flex-start" gap="md">
      <Autocomplete
        label={t("new.name")}
        description={t("new.name_hint")}
        required
        maxLength={100}
        flex="2 1 260px"
        data={known.latest.map(({ name }) => name)}
        value={draft.name}
        error={problems.name}
        onChange={onRename}
      />
      <TextInput
        label={t("new.version")}
        description={last ? t("new.version_after", { last }) : t("new.version_hint")}
        required
        maxLength={50}
        flex="1 1 200px"
        value={draft.version}
        error={problems.version}
        onChange={(event) => onChange({ version: event.currentTarget.value })}
      />
    </Group>
  );
}

function About({ draft, problems, onChange }: PartProps) {
  const { t } = useTranslation("releases");
  return (
    <>
      <Textarea
        label={t("new.description")}
        description={t("new.description_hint")}
        maxLength={5000}
        {...growing(2, 10)}
        value={draft.description}
        error={problems.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Autocomplete
        label={t("new.licence")}
        description={t("new.licence_hint")}
        maxLength={200}
        maw={480}
        data={LICENCES}
        value={draft.licence}
        error={problems.licence}
        onChange={(licence) => onChange({ licence })}
      />
      <Textarea
        label={t("new.citation")}
        description={t("new.citation_hint")}
        maxLength={5000}
        {...growing(2, 10)}
        value={draft.citation}
        error={problems.citation}
        onChange={(event) => onChange({ citation: event.currentTarget.value })}
      />
    </>
  );
}
