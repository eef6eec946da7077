import { Button, Group, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** A value to copy once; it stays selectable where the clipboard is not allowed. */
export function CopyField({ label, value, description }: { label: string; value: string; description?: string }) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        readOnly
        label={label}
        description={description}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        styles={{
          // At 14 px some monospaced fonts lose the underscore of a secret.
          input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: "var(--mantine-font-size-md)" },
        }}
      />
      <CopyButton value={value} />
    </Group>
  );
}

/** Puts a value onto the clipboard and says so. */
export function CopyButton({ value }: { value: string }) {
  const { t } = useTranslation("common");
  const clipboard = useClipboard({ timeout: 3_000 });
  return (
    <Button
      variant="default"
      flex="none"
      leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => clipboard.copy(value)}
    >
      <span aria-live="polite">{clipboard.copied ? t("action.copied") : t("action.copy")}</span>
    </Button>
  );
}
