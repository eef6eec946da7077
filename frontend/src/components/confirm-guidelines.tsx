import { Button, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Guidelines } from "@/api/types";
import { useMarkGuidelinesRead } from "@/lib/queries/guidelines";
import { ErrorNotice } from "./error-notice";

interface ConfirmGuidelinesProps {
  projectId: number;
  guidelines: Guidelines;
}

/** Below a text that has to be read before the next task; nothing where it need not be. */
export function ConfirmGuidelines({ projectId, guidelines }: ConfirmGuidelinesProps) {
  const { t } = useTranslation("guidelines");
  const confirm = useMarkGuidelinesRead(projectId);
  const { current, required, unread } = guidelines;
  if (!current || !required) return null;
  if (!unread) {
    return (
      <Text size="sm" c="dimmed" mt="md" role="status">
        {t("confirmed")}
      </Text>
    );
  }
  return (
    <Stack gap="xs" mt="md" align="flex-start">
      <Text size="sm">{t("confirm_why")}</Text>
      <Button loading={confirm.isPending} onClick={() => confirm.mutate(current.version)}>
        {t("confirm")}
      </Button>
      {confirm.error && <ErrorNotice error={confirm.error} />}
    </Stack>
  );
}
