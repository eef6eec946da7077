import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

export function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation("workbench");
  const clipboard = useClipboard({ timeout: 3_000 });
  return (
    <Button
      variant="default"
      leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => clipboard.copy(text)}
    >
      <span aria-live="polite">{clipboard.copied ? t("copied") : t("copy")}</span>
    </Button>
  );
}
