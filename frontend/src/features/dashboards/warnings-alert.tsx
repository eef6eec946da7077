import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Annotator, EarlyWarning } from "@/api/dashboards";
import { TextLink } from "@/components/link-button";
import { personName } from "@/lib/people";
import { messageOf } from "@/lib/server-messages";

interface WarningsAlertProps {
  projectId: number;
  /** Those with warnings alone. */
  rows: Annotator[];
  onShowAll?: (() => void) | undefined;
}

const SHOWN = 5;

/** New people who work unlike the others, each with the figures that say so. */
export function WarningsAlert({ projectId, rows, onShowAll }: WarningsAlertProps) {
  const { t } = useTranslation("dashboards");
  if (rows.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t("warning.title", { count: rows.length })}
    >
      <Stack gap="sm">
        {rows.slice(0, SHOWN).map((row) => (
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
        {onShowAll && rows.length > SHOWN && (
          <Button size="compact-sm" variant="default" w="fit-content" onClick={onShowAll}>
            {t("warning.show", { count: rows.length })}
          </Button>
        )}
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
          {messageOf(warning)}
        </List.Item>
      ))}
    </List>
  );
}
