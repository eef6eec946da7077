import { Alert, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Webhook } from "@/api/webhooks";
import { ConfirmButton } from "@/components/confirm-button";
import { EmptyState } from "@/components/empty-state";
import { ErrorNotice } from "@/components/error-notice";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatDateTime } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { changeWebhook, removeWebhook, rotateSecret, sendTest, webhooksKey, webhooksQuery } from "./api/webhooks";
import { Deliveries } from "./deliveries";
import { events } from "./events";
import { HowToCheck, SecretOnce } from "./secret-once";
import { WebhookForm } from "./webhook-form";
import { WebhookStateBadge } from "./webhook-state";

interface WebhookPageProps {
  projectId: number;
  webhookId: number;
}

/** One endpoint: what it is told of, its secret, and each delivery to it. */
export default function WebhookPage({ projectId, webhookId }: WebhookPageProps) {
  const { t } = useTranslation("webhooks");
  const query = useQuery(webhooksQuery(projectId));
  const params = { projectId: String(projectId) };
  usePageTitle(t("one.title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink to="/projects/$projectId/settings/webhooks" params={params} size="sm">
        {t("one.back")}
      </TextLink>
      <QueryView query={query}>
        {(rows) => {
          const webhook = rows.find(({ id }) => id === webhookId);
          return webhook ? (
            <Endpoint projectId={projectId} webhook={webhook} />
          ) : (
            <EmptyState
              title={t("one.gone")}
              action={
                <LinkButton to="/projects/$projectId/settings/webhooks" params={params}>
                  {t("one.back")}
                </LinkButton>
              }
            />
          );
        }}
      </QueryView>
    </Stack>
  );
}

interface EndpointProps {
  projectId: number;
  webhook: Webhook;
}

function Endpoint({ projectId, webhook }: EndpointProps) {
  const { t } = useTranslation("webhooks");
  const [made, setMade] = useState<Webhook | null>(null);
  const [editing, setEditing] = useState(false);
  const told = webhook.events.map((name) => t(`events.${events[name]}`)).join(", ");
  return (
    <>
      {made && <SecretOnce webhook={made} onDone={() => setMade(null)} />}
      <Section
        title={webhook.url}
        description={
          <Group gap="xs">
            <WebhookStateBadge state={webhook.state} />
            <span>{told || t("list.all")}</span>
          </Group>
        }
      >
        <Stack>
          <WhyNot webhook={webhook} />
          {webhook.old_secret_until && (
            <Text size="sm">{t("secret.both", { until: formatDateTime(webhook.old_secret_until) })}</Text>
          )}
          {editing ? (
            <WebhookForm
              projectId={projectId}
              webhook={webhook}
              onCancel={() => setEditing(false)}
              onSaved={(saved) => {
                setEditing(false);
                if (saved.secret) setMade(saved);
                notifyDone(t("one.saved"));
              }}
            />
          ) : (
            <Actions projectId={projectId} webhook={webhook} onEdit={() => setEditing(true)} onSecret={setMade} />
          )}
          <HowToCheck />
        </Stack>
      </Section>
      <Deliveries projectId={projectId} webhook={webhook} />
    </>
  );
}

/** Why an endpoint is told nothing, and what to do about it. */
function WhyNot({ webhook: { state } }: { webhook: Webhook }) {
  const { t } = useTranslation("webhooks");
  if (state === "on" || state === "off") return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {t(`why.${state}`)}
    </Alert>
  );
}

interface ActionsProps extends EndpointProps {
  onEdit: () => void;
  onSecret: (made: Webhook) => void;
}

function Actions({ projectId, webhook, onEdit, onSecret }: ActionsProps) {
  const { t } = useTranslation("webhooks");
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => client.invalidateQueries({ queryKey: webhooksKey(projectId) });
  const test = useMutation({
    mutationFn: () => sendTest(projectId, webhook.id),
    onSuccess: async () => {
      notifyDone(t("one.test_sent"));
      await refresh();
    },
  });
  const switchOn = useMutation({
    mutationFn: () => changeWebhook(projectId, webhook.id, { is_enabled: true }),
    onSuccess: async () => {
      notifyDone(t("one.switched_on"));
      await refresh();
    },
  });
  const remove = async () => {
    await removeWebhook(projectId, webhook.id);
    notifyDone(t("one.removed"));
    await navigate({ to: "/projects/$projectId/settings/webhooks", params: { projectId: String(projectId) } });
    await refresh();
  };
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {webhook.is_enabled ? (
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            {t("one.test")}
          </Button>
        ) : (
          <Button loading={switchOn.isPending} onClick={() => switchOn.mutate()}>
            {t("one.switch_on")}
          </Button>
        )}
        <Button variant="default" onClick={onEdit}>
          {t("one.edit")}
        </Button>
        <Rotate projectId={projectId} webhook={webhook} onSecret={onSecret} />
        <ConfirmButton
          variant="subtle"
          color="red"
          title={t("one.remove_title")}
          text={t("one.remove_text", { url: webhook.url })}
          confirmLabel={t("one.remove")}
          onConfirm={remove}
        >
          {t("one.remove")}
        </ConfirmButton>
      </Group>
      {test.error && <ErrorNotice error={test.error} />}
      {switchOn.error && <ErrorNotice error={switchOn.error} />}
    </Stack>
  );
}

function Rotate({ projectId, webhook, onSecret }: Omit<ActionsProps, "onEdit">) {
  const { t } = useTranslation("webhooks");
  const client = useQueryClient();
  const [atOnce, setAtOnce] = useState(false);
  const rotate = async () => {
    onSecret(await rotateSecret(projectId, webhook.id, atOnce));
    setAtOnce(false);
    await client.invalidateQueries({ queryKey: webhooksKey(projectId) });
  };
  return (
    <ConfirmButton
      danger={atOnce}
      title={t("rotate.title")}
      text={
        <Stack gap="sm">
          <span>{t("rotate.text")}</span>
          <Checkbox
            label={t("rotate.at_once")}
            description={t("rotate.at_once_hint")}
            checked={atOnce}
            onChange={(event) => setAtOnce(event.currentTarget.checked)}
          />
        </Stack>
      }
      confirmLabel={t("rotate.confirm")}
      onConfirm={rotate}
    >
      {t("rotate.button")}
    </ConfirmButton>
  );
}
