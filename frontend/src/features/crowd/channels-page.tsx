import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Adapter, Channel } from "@/api/crowd";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyField } from "@/components/copy-field";
import { EmptyState } from "@/components/empty-state";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { StateBadge } from "@/components/state-badge";
import { formatDate, formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { projectQuery, useProjectName } from "@/lib/queries/projects";
import { adaptersQuery, changeChannel, channelsQuery, crowdKey, removeChannel } from "./api/crowd";
import { ChannelForm } from "./channel-form";
import { MagicLinks } from "./magic-links";

export default function ChannelsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("crowd");
  const adapters = useQuery(adaptersQuery);
  const channels = useQuery(channelsQuery(projectId));
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <QueryView query={adapters}>
      {(known) => (
        <Stack>
          <QueryView query={channels}>
            {(list) =>
              list.length === 0 ? (
                <EmptyState title={t("none_title")}>{t("none_text")}</EmptyState>
              ) : (
                list.map((channel) => (
                  <ChannelSection key={channel.id} projectId={projectId} channel={channel} adapters={known} />
                ))
              )
            }
          </QueryView>
          <Section title={t("new.title")} description={t("new.text")}>
            <ChannelForm projectId={projectId} adapters={known} />
          </Section>
        </Stack>
      )}
    </QueryView>
  );
}

const counts = ["arrived", "working", "submitted", "returned"] as const;

interface ChannelSectionProps {
  projectId: number;
  channel: Channel;
  adapters: Adapter[];
}

/** One way in: its link, who came through it, and whether it is open. */
function ChannelSection({ projectId, channel, adapters }: ChannelSectionProps) {
  const { t } = useTranslation("crowd");
  const [editing, setEditing] = useState(false);
  const adapter = adapters.find(({ name }) => name === channel.adapter);
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const stage = stages.find(({ key }) => key === channel.stage)?.title ?? channel.stage ?? t("any_stage");
  return (
    <Section
      title={channel.name}
      description={
        <Group gap="xs">
          <StateBadge state={channel.state} />
          <span>{[adapter?.title ?? channel.adapter, stage, formatDate(channel.created_at)].join(" · ")}</span>
        </Group>
      }
      actions={
        <ChannelActions
          projectId={projectId}
          channel={channel}
          onEdit={() => setEditing((old) => !old)}
          editing={editing}
        />
      }
    >
      <Stack>
        {adapter?.notice && <Alert color="yellow">{adapter.notice}</Alert>}
        <Stats>
          {counts.map((name) => (
            <Stat key={name} label={t(`counts.${name}`)} value={formatNumber(channel.counts[name])} />
          ))}
        </Stats>
        {channel.adapter === "invite" && <MagicLinks projectId={projectId} channel={channel} />}
        {channel.adapter !== "invite" && (
          <CopyField label={t("entry_url")} description={t("entry_url_hint")} value={channel.entry_url} />
        )}
        {channel.webhook_url && (
          <CopyField label={t("webhook_url")} description={t("webhook_url_hint")} value={channel.webhook_url} />
        )}
        {adapter?.fields.some(({ secret }) => secret) && (
          <Text size="sm" c="dimmed">
            {t(channel.has_credentials ? "credentials_yes" : "credentials_no")}
          </Text>
        )}
        {channel.setup.map((document) => (
          <details key={document.title}>
            <Text component="summary" size="sm">
              {document.title}
            </Text>
            <Code block mt="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
              {document.text}
            </Code>
          </details>
        ))}
        {editing && (
          <ChannelForm projectId={projectId} adapters={adapters} channel={channel} onDone={() => setEditing(false)} />
        )}
      </Stack>
    </Section>
  );
}

interface ChannelActionsProps {
  projectId: number;
  channel: Channel;
  editing: boolean;
  onEdit: () => void;
}

function ChannelActions({ projectId, channel, editing, onEdit }: ChannelActionsProps) {
  const { t } = useTranslation("crowd");
  const client = useQueryClient();
  const refresh = async (message: string) => {
    notifyDone(message);
    await client.invalidateQueries({ queryKey: crowdKey(projectId) });
  };
  const isOpen = channel.state === "open";
  const move = useMutation({
    mutationFn: () => changeChannel(projectId, channel.id, { state: isOpen ? "closed" : "open" }),
    onSuccess: () => refresh(t(isOpen ? "closed_done" : "opened_done")),
  });
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-expanded={editing}
          aria-label={t("edit_name", { name: channel.name })}
          onClick={onEdit}
        >
          {t("edit")}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={move.isPending}
          aria-label={t(isOpen ? "close_name" : "open_name", { name: channel.name })}
          onClick={() => move.mutate()}
        >
          {t(isOpen ? "close" : "open")}
        </Button>
        <ConfirmButton
          size="xs"
          variant="subtle"
          color="red"
          title={t("remove_title", { name: channel.name })}
          text={t("remove_text")}
          confirmLabel={t("remove")}
          onConfirm={async () => {
            await removeChannel(projectId, channel.id);
            await refresh(t("removed"));
          }}
        >
          {t("remove")}
        </ConfirmButton>
      </Group>
      {move.error && <ErrorNotice error={move.error} />}
    </Stack>
  );
}
