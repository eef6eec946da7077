import { SegmentedControl, Stack } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Webhook } from "@/api/webhooks";
import { EmptyState } from "@/components/empty-state";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { deliveriesQuery, deliveryStates } from "./api/webhooks";
import { DeliveryTable } from "./delivery-table";
import { SendFailed } from "./send-failed";

interface DeliveriesProps {
  projectId: number;
  webhook: Webhook;
}

/** What was or is to be sent to an endpoint, newest first. */
export function Deliveries({ projectId, webhook }: DeliveriesProps) {
  const { t } = useTranslation("webhooks");
  const filter = useSearch({ from: "/shell/projects/$projectId/settings/webhooks/$webhookId" });
  const navigate = useNavigate({ from: "/projects/$projectId/settings/webhooks/$webhookId" });
  const query = useQuery({
    ...deliveriesQuery(projectId, webhook.id, filter),
    placeholderData: keepPreviousData,
  });
  const state = deliveryStates.find((one) => one === filter.state);
  return (
    <Section
      title={t("deliveries.title")}
      description={t("deliveries.text")}
      actions={
        <SendFailed
          projectId={projectId}
          webhook={webhook}
          isSeen={query.data?.results.some((row) => row.state === "given_up") ?? false}
        />
      }
    >
      <Stack>
        <SegmentedControl
          size="xs"
          aria-label={t("deliveries.filter")}
          style={{ alignSelf: "flex-start" }}
          styles={{ label: { paddingBlock: 6, paddingInline: 7 } }}
          value={state ?? ""}
          data={[
            { value: "", label: t("deliveries.all") },
            ...deliveryStates.map((one) => ({ value: one, label: t(`deliveries.${one}`) })),
          ]}
          onChange={(chosen) => void navigate({ search: chosen ? { state: chosen } : {}, replace: true })}
        />
        <QueryView query={query}>
          {(page) =>
            page.results.length === 0 ? (
              <EmptyState
                icon={<IconSend size={36} />}
                title={t(state ? "deliveries.none_so" : "deliveries.none")}
                order={3}
              >
                {t(state ? "deliveries.none_so_text" : "deliveries.none_text")}
              </EmptyState>
            ) : (
              <div>
                <DeliveryTable projectId={projectId} webhook={webhook} rows={page.results} />
                <Pager
                  page={page}
                  onCursor={(cursor) => void navigate({ search: (old) => ({ ...old, cursor }), replace: true })}
                />
              </div>
            )
          }
        </QueryView>
      </Stack>
    </Section>
  );
}
