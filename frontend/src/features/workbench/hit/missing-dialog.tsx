import { Button, Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./hit.module.css";
import type { Missing } from "./use-hit-submit";

interface MissingDialogProps {
  missing: readonly Missing[];
  isOpen: boolean;
  onGo: (index: number) => void;
  onClose: () => void;
}

/** What is still to do before all can be submitted, each one press away. */
export function MissingDialog({ missing, isOpen, onGo, onClose }: MissingDialogProps) {
  const { t } = useTranslation("hits");
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("missing.title")}
      // The focus goes to the page that is chosen, not back to the button.
      returnFocus={false}
      closeButtonProps={{ "aria-label": t("missing.close") }}
    >
      <Stack gap="sm">
        <Text size="sm">{t("missing.text")}</Text>
        <ul className={classes.missing}>
          {missing.map(({ index, count }) => (
            <li key={index}>
              <Button fullWidth variant="default" justify="space-between" onClick={() => onGo(index)}>
                {t("missing.page", { number: index + 1, what: t("missing.count", { count }) })}
              </Button>
            </li>
          ))}
        </ul>
      </Stack>
    </Modal>
  );
}
