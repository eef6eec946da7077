import { Alert, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Annotator, EarlyWarning } from "@/api/dashboards";
import { TextLink } from "@/components/link-button";
import { personName } from "@/lib/people";

/** New people who work unlike the others, each with the figures that say so. */
export function WarningsAlert({ projectId, rows }: { projectId: number; rows: Annotator[] }) {
  const { t } = useTranslation("dashboards");
  const warned = rows.filter(({ warnings }) => warnings.length > 0);
  if (warned.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title={t("warning.title", { count: warned.length })}>
      <Stack gap="sm">
        {warned.map((row) => (
          <div key={row.user.id}>
            <TextLink
              size="sm"
              fw={600}
              to="/projects/$projectId/annotators/$userId"
              params={{ projectId: String(projectId), userId: String(row.user.id) }}
            >
              {personName(row.user)}
            </TextLink>
            <WarningList warnings={row.warnings} />
          </div>
        ))}
        <Text size="xs" maw="80ch">
          {t("warning.how")}
        </Text>
      </Stack>
    </Alert>
  );
}

export function WarningList({ warnings }: { warnings: EarlyWarning[] }) {
  const { t } = useTranslation("dashboards");
  return (
    <List size="sm">
      {warnings.map((warning) => (
        <List.Item key={`${warning.stage}-${warning.code}`}>
          <Text span size="sm" fw={550}>
            {t(`warning.${warning.code}`)}
          </Text>{" "}
          {warning.message}
        </List.Item>
      ))}
    </List>
  );
}
