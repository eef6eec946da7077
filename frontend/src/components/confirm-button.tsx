import { Button, Group, Stack, Text, type ButtonProps } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "./dialog";
import { ErrorNotice } from "./error-notice";

interface ConfirmButtonProps extends ButtonProps {
  children: ReactNode;
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** The dialog closes when this resolves and shows the error when it rejects. */
  onConfirm: () => Promise<unknown>;
  danger?: boolean;
}

/** A step that cannot simply be undone asks first, in words that name what happens. */
export function ConfirmButton({
  children,
  title,
  text,
  confirmLabel,
  onConfirm,
  danger = true,
  ...button
}: ConfirmButtonProps) {
  const { t } = useTranslation("common");
  const [opened, setOpened] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const close = () => {
    setOpened(false);
    setError(null);
  };
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      close();
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpened(true)}>
        {children}
      </Button>
      <Dialog opened={opened} onClose={close} title={title}>
        <Stack>
          <Text size="sm" component="div">
            {text}
          </Text>
          {error !== null && <ErrorNotice error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t("action.cancel")}
            </Button>
            <Button color={danger ? "red" : "accent"} loading={busy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
