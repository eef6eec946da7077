import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

interface CopyButtonProps {
  text: string;
  size?: "xs" | "sm";
}

export function CopyButton({ text, size = "sm" }: CopyButtonProps) {
  const { t } = useTranslation("workbench");
  const clipboard = useClipboard({ timeout: 3_000 });
  return (
    <Button
      size={size}
      variant="default"
      leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => clipboard.copy(text)}
    >
      <span aria-live="polite">{clipboard.copied ? t("copied") : t("copy")}</span>
    </Button>
  );
}
