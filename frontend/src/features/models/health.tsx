import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Connection } from "@/api/models";
import { ErrorNotice } from "@/components/error-notice";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { backendsQuery } from "@/lib/queries/models";
import { messageOf } from "@/lib/server-messages";
import { healthCheck, type CheckedHealth } from "./api/models";

/** The last check of a connection; it is made when asked for, and remembered on all pages. */
function useHealth(projectId: number, connectionId: number) {
  return useQuery({ ...healthCheck(projectId, connectionId), enabled: false });
}

interface HealthProps {
  projectId: number;
  connection: Connection;
}

/** What is known without asking: the last check, or whether the back end is installed at all. */
export function HealthBadge({ projectId, connection }: HealthProps) {
  const { t } = useTranslation("models");
  const checked = useHealth(projectId, connection.id).data;
  const backend = useQuery(backendsQuery(projectId)).data?.find(({ name }) => name === connection.backend);
  const known = checked ?? backend;
  if (!known)
    return (
      <Badge color="gray" miw="max-content">
        {t("health.unknown")}
      </Badge>
    );
  if (known.available) return <Badge>{t(checked ? "health.ready" : "health.installed")}</Badge>;
  return (
    <div>
      <Badge color="yellow">{t("health.unavailable")}</Badge>
      {known.reason && (
        <Text size="xs" c="dimmed" mt={2} maw="40ch">
          {messageOf(known.reason)}
        </Text>
      )}
    </div>
  );
}

/** Asks the model now, and says what came of it. */
export function HealthCheck({ projectId, connection }: HealthProps) {
  const { t } = useTranslation("models");
  const check = useHealth(projectId, connection.id);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button variant="default" loading={check.isFetching} onClick={() => void check.refetch()}>
          {t("health.check")}
        </Button>
        <div role="status">{!check.isFetching && !check.isError && check.data && <Outcome health={check.data} />}</div>
      </Group>
      {check.isError && !check.isFetching && <ErrorNotice error={check.error} />}
    </Stack>
  );
}

function Outcome({ health }: { health: CheckedHealth }) {
  const { t } = useTranslation("models");
  return (
    <Group gap="xs">
      <Badge color={health.available ? "accent" : "yellow"}>
        {t(health.available ? "health.ready" : "health.unavailable")}
      </Badge>
      <Text size="sm">
        {health.available
          ? t("health.took", { seconds: formatNumber(health.seconds, 1) })
          : health.reason && messageOf(health.reason)}
      </Text>
      <Text size="xs" c="dimmed">
        <Time at={health.at} />
      </Text>
    </Group>
  );
}
