import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { WebhookState } from "@/api/webhooks";

const colors = {
  on: "accent",
  off: "gray",
  gone: "red",
  failing: "red",
  secret_unreadable: "yellow",
} as const satisfies Record<WebhookState, string>;

/** Whether an endpoint is told anything, and why not. */
export function WebhookStateBadge({ state }: { state: WebhookState }) {
  const { t } = useTranslation("webhooks");
  return (
    <Badge color={colors[state]} miw="max-content">
      {t(`state.${state}`)}
    </Badge>
  );
}
