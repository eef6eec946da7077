import { Box, Button, Group, Stack, Tabs, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { Markdown } from "@/components/markdown";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { guidelinesQuery } from "@/lib/queries/guidelines";
import { publishGuidelines } from "./api/guidelines";

interface EditorProps {
  projectId: number;
  initial: string;
  onDone: () => void;
}

export function GuidelinesEditor({ projectId, initial, onDone }: EditorProps) {
  const { t } = useTranslation("guidelines");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const [body, setBody] = useState(initial);
  const changed = body.trim() !== initial.trim();
  const publish = useMutation({
    mutationFn: () => publishGuidelines(projectId, body),
    onSuccess: async ({ version }) => {
      await client.invalidateQueries({ queryKey: guidelinesQuery(projectId).queryKey });
      notifyDone(t("published", { version }));
      onDone();
    },
  });
  useBlocker({
    shouldBlockFn: () => changed && !publish.isSuccess && !window.confirm(t("discard_title")),
    enableBeforeUnload: () => changed && !publish.isSuccess,
  });
  const cancel = () => {
    if (!changed || window.confirm(t("discard_title"))) onDone();
  };
  return (
    <Section title={t("title")} description={t("page_text")}>
      <Stack>
        <Tabs defaultValue="write" keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="write">{t("tab_write")}</Tabs.Tab>
            <Tabs.Tab value="preview">{t("tab_preview")}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="write">
            <Textarea
              aria-label={t("editor")}
              autosize
              minRows={16}
              maxRows={32}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", lineHeight: 1.55 } }}
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <Box mih={320}>
              {body.trim() ? <Markdown source={body} /> : <Text c="dimmed">{t("preview_empty")}</Text>}
            </Box>
          </Tabs.Panel>
        </Tabs>
        {publish.error && <ErrorNotice error={publish.error} />}
        <Group justify="flex-end" gap="sm">
          {!changed && (
            <Text size="sm" c="dimmed">
              {t("unchanged")}
            </Text>
          )}
          <Button variant="default" onClick={cancel}>
            {common("action.cancel")}
          </Button>
          <Button disabled={!changed || !body.trim()} loading={publish.isPending} onClick={() => publish.mutate()}>
            {t("publish")}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
