import { Alert, Button, Code, Group, List, Stack, Text } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";

interface ErrorNoticeProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** Fields shown beside their inputs already, so not listed here again. */
  hideFields?: boolean;
  title?: string;
}

/** The one way an error is shown: what happened, what to do, which fields. */
export function ErrorNotice({ error, onRetry, hideFields = false, title }: ErrorNoticeProps) {
  const { t } = useTranslation("common");
  const known = isApiError(error) ? error : null;
  const message = known?.message ?? t("error.unknown");
  const remedy = known ? known.remedy : t("error.unknown_remedy");
  const fields = hideFields ? [] : (known?.fields ?? []);
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle size={18} aria-hidden />} title={title ?? t("error.title")}>
      <Stack gap="xs">
        <Text size="sm">{message}</Text>
        {remedy && <Text size="sm">{remedy}</Text>}
        {fields.length > 0 && (
          <List size="sm" spacing={4}>
            {fields.map((field, index) => (
              <List.Item key={`${field.path}-${String(index)}`}>
                {field.path && <Code>{field.path}</Code>} {field.message}
              </List.Item>
            ))}
          </List>
        )}
        {onRetry && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              {t("action.retry")}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
