import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Webhook } from "@/api/webhooks";
import { CopyField } from "@/components/copy-field";
import { formatDateTime } from "@/lib/format";
import { CHECK } from "./check-signatures";

/** A secret that was just made: nobody sees it again. */
export function SecretOnce({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const { t } = useTranslation("webhooks");
  if (!webhook.secret) return null;
  return (
    <Alert
      role="status"
      color="blue"
      icon={<IconKey size={18} aria-hidden />}
      title={t("secret.title", { url: webhook.url })}
      styles={{ title: { overflowWrap: "anywhere" }, label: { whiteSpace: "normal" }, body: { minWidth: 0 } }}
    >
      <Stack gap="sm">
        <Text size="sm">{t("secret.text")}</Text>
        {webhook.old_secret_until && (
          <Text size="sm">{t("secret.both", { until: formatDateTime(webhook.old_secret_until) })}</Text>
        )}
        <CopyField label={t("secret.label")} value={webhook.secret} />
        <HowToCheck />
        <Group>
          <Button variant="default" onClick={onDone}>
            {t("secret.done")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** What a receiver does with the secret. */
export function HowToCheck() {
  const { t } = useTranslation("webhooks");
  return (
    <details>
      <Text component="summary" size="sm">
        {t("check.title")}
      </Text>
      <Stack gap="xs" mt="xs">
        <Text size="sm" maw="72ch">
          {t("check.text")}
        </Text>
        <Code
          block
          tabIndex={0}
          role="region"
          aria-label={t("check.example")}
          fz="xs"
          style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
        >
          {CHECK}
        </Code>
        <Text size="sm" maw="72ch">
          {t("check.number")}
        </Text>
      </Stack>
    </details>
  );
}
