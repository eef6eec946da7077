import { ActionIcon, Button, Code, Group } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

const SHOWN = 12;

interface CopyProps {
  text: string;
  /** What is copied, for whoever hears the button. */
  label: string;
}

/** A small button beside what it copies. */
export function CopyIcon({ text, label }: CopyProps) {
  const { t } = useTranslation("common");
  const clipboard = useClipboard({ timeout: 3_000 });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      title={label}
      onClick={() => clipboard.copy(text)}
      aria-label={clipboard.copied ? t("action.copied") : label}
    >
      {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </ActionIcon>
  );
}

/** The same below a longer text. */
export function CopyText({ text, label }: CopyProps) {
  const { t } = useTranslation("common");
  const clipboard = useClipboard({ timeout: 3_000 });
  return (
    <Button
      size="xs"
      variant="default"
      style={{ flexShrink: 0 }}
      leftSection={clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      aria-label={clipboard.copied ? undefined : label}
      onClick={() => clipboard.copy(text)}
    >
      <span aria-live="polite">{clipboard.copied ? t("action.copied") : t("action.copy")}</span>
    </Button>
  );
}

/** So much of a digest that two are told apart; the whole is copied, and stands in its title. */
export function ShortDigest({ digest, label }: { digest: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code title={digest}>{digest.slice(0, SHOWN)}…</Code>
      <CopyIcon text={digest} label={label} />
    </Group>
  );
}
