import { Button, Group, Modal, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { KindEditor } from "@/kinds/kind";
import { formatDateTime } from "@/lib/format";
import { MOST_DAYS, type KeptVersion } from "@/lib/safe-work";
import type { Work } from "./api";
import { CopyButton } from "./copy-button";
import classes from "./workbench.module.css";

interface KeptDialogProps {
  isOpen: boolean;
  onClose: () => void;
  versions: ReadonlyArray<KeptVersion<Work>>;
  kind: KindEditor;
  onDelete: (key: string) => void;
  onUse?: ((version: KeptVersion<Work>) => void) | undefined;
}

/** The versions one did not go on with, to be read, copied, taken up again or deleted. */
export function KeptDialog({ isOpen, onClose, versions, kind, onDelete, onUse }: KeptDialogProps) {
  const { t } = useTranslation("workbench");
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={t("versions.title")}
      // Where the line has gone with the last version, the page says where the focus goes.
      returnFocus={versions.length > 0}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {versions.length > 0 ? t("versions.text", { count: MOST_DAYS }) : t("versions.none")}
        </Text>
        {versions.map((version) => (
          <section key={version.key} className={classes.version} aria-labelledby={`kept-${version.key}`}>
            <Group justify="space-between" gap="xs">
              <Title order={3} size="h5" id={`kept-${version.key}`}>
                {t(`versions.from.${version.from}`)}
              </Title>
              <Text size="xs" c="dimmed">
                {t("versions.kept_at", { time: formatDateTime(version.keptAt) })}
              </Text>
            </Group>
            <div className={classes.versionText}>{kind.toText(version.work.answer)}</div>
            <Group gap="xs">
              {onUse && (
                <Button size="xs" onClick={() => onUse(version)}>
                  {t("versions.use")}
                </Button>
              )}
              <CopyButton text={kind.toText(version.work.answer)} size="xs" />
              <Button size="xs" variant="subtle" color="gray" onClick={() => onDelete(version.key)}>
                {t("versions.delete")}
              </Button>
            </Group>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
