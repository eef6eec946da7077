import { Stack, Text } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Webhook } from "@/api/webhooks";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { webhooksQuery } from "./api/webhooks";
import { events } from "./events";
import { SecretOnce } from "./secret-once";
import { WebhookForm } from "./webhook-form";
import { WebhookStateBadge } from "./webhook-state";

/** The servers that are told what happens in a project. */
export default function WebhooksPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("webhooks");
  const query = useQuery(webhooksQuery(projectId));
  const [made, setMade] = useState<Webhook | null>(null);
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Stack>
      {made && <SecretOnce webhook={made} onDone={() => setMade(null)} />}
      <Section title={t("title")} description={t("text")}>
        <QueryView query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={<IconWebhook size={36} />} title={t("none_title")} order={3}>
                {t("none_text")}
              </EmptyState>
            ) : (
              <WebhookTable projectId={projectId} rows={rows} />
            )
          }
        </QueryView>
      </Section>
      <Section title={t("new.title")} description={t("new.text")}>
        <WebhookForm
          projectId={projectId}
          onSaved={(saved) => {
            setMade(saved);
            notifyDone(t("new.done"));
            window.scrollTo({ top: 0 });
          }}
        />
      </Section>
    </Stack>
  );
}

function WebhookTable({ projectId, rows }: { projectId: number; rows: Webhook[] }) {
  const { t } = useTranslation("webhooks");
  const columns: Column<Webhook>[] = [
    {
      key: "url",
      header: t("list.url"),
      label: "",
      render: ({ id, url }) => (
        <TextLink
          to="/projects/$projectId/settings/webhooks/$webhookId"
          params={{ projectId: String(projectId), webhookId: String(id) }}
          fz="sm"
          style={{ overflowWrap: "anywhere" }}
        >
          {url}
        </TextLink>
      ),
    },
    {
      key: "events",
      header: t("list.events"),
      render: ({ events: told }) => (
        <Text fz="sm">
          {told.length === 0 ? t("list.all") : told.map((name) => t(`events.${events[name]}`)).join(", ")}
        </Text>
      ),
    },
    { key: "state", header: t("list.state"), render: ({ state }) => <WebhookStateBadge state={state} /> },
    {
      key: "since",
      header: t("list.since"),
      render: ({ created_at: at }) => (
        <Text fz="inherit" style={{ whiteSpace: "nowrap" }}>
          <Time at={at} />
        </Text>
      ),
    },
  ];
  return <DataTable name={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
