import { Button, Divider, Group, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConsentVersion } from "@/api/quality";
import { ErrorNotice } from "@/components/error-notice";
import { Markdown } from "@/components/markdown";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatDateTime } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { consentQuery, publishConsent } from "./api/gold";

/** The text people agree to, in versions that never change. */
export function ConsentSection({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const { t } = useTranslation("gold");
  const query = useQuery(consentQuery(projectId));
  return (
    <Section title={t("consent.title")} description={t("consent.text")}>
      <QueryView query={query}>
        {(versions) => (
          <Stack>
            {versions.length === 0 ? <Text c="dimmed">{t("consent.none")}</Text> : <Versions versions={versions} />}
            {/* A published version is the start of the next. */}
            {mayEdit && (
              <Publish key={versions[0]?.version ?? 0} projectId={projectId} current={versions[0]?.body ?? ""} />
            )}
          </Stack>
        )}
      </QueryView>
    </Section>
  );
}

function useCaption() {
  const { t } = useTranslation("gold");
  return (version: ConsentVersion) =>
    [
      t("consent.version", { version: version.version }),
      formatDateTime(version.created_at),
      t("consent.agreed", { count: version.agreed }),
    ].join(" · ");
}

function Versions({ versions }: { versions: ConsentVersion[] }) {
  const { t } = useTranslation("gold");
  const caption = useCaption();
  const [current, ...older] = versions;
  if (!current) return null;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {caption(current)}
      </Text>
      <Markdown source={current.body} />
      {older.length > 0 && (
        <details>
          <Text component="summary" size="sm">
            {t("consent.older")}
          </Text>
          <Stack gap="sm" mt="sm">
            {older.map((version) => (
              <div key={version.version}>
                <Divider mb="sm" />
                <Text size="sm" c="dimmed">
                  {caption(version)}
                </Text>
                <Markdown source={version.body} />
              </div>
            ))}
          </Stack>
        </details>
      )}
    </Stack>
  );
}

function Publish({ projectId, current }: { projectId: number; current: string }) {
  const { t } = useTranslation("gold");
  const client = useQueryClient();
  const [body, setBody] = useState(current);
  const publish = useMutation({
    mutationFn: () => publishConsent(projectId, body.trim()),
    onSuccess: async () => {
      notifyDone(t("consent.published"));
      await client.invalidateQueries({ queryKey: ["projects", projectId, "qualification"] });
    },
  });
  const unchanged = body.trim() === "" || body.trim() === current.trim();
  return (
    <Stack gap="sm">
      <Textarea
        label={t("consent.new")}
        description={t("consent.new_hint")}
        autosize
        minRows={3}
        maxRows={16}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      {publish.error && <ErrorNotice error={publish.error} />}
      <Group>
        <Button variant="default" disabled={unchanged} loading={publish.isPending} onClick={() => publish.mutate()}>
          {t("consent.publish")}
        </Button>
      </Group>
    </Stack>
  );
}
