import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

export interface Unread {
  unread: number;
  of: number;
}

interface UnreadDialogProps {
  counts: Unread;
  isOpen: boolean;
  onLook: () => void;
  onSubmit: () => void;
}

/** Asked once before what nobody has looked at is handed in. It is allowed: most of it may be right. */
export function UnreadDialog({ counts, isOpen, onLook, onSubmit }: UnreadDialogProps) {
  const { t } = useTranslation("workbench");
  return (
    <Modal
      opened={isOpen}
      onClose={onLook}
      title={t("unread.title", { count: counts.unread, of: counts.of })}
      // The focus goes to what is to be looked at, not back to the button.
      returnFocus={false}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Stack gap="md">
        <Text size="sm">{t("unread.text")}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onSubmit}>
            {t("unread.submit")}
          </Button>
          <Button data-autofocus onClick={onLook}>
            {t("unread.look")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
