import { Group, Kbd, Stack, Switch, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShortcutRegistry } from "@/canvas/shortcuts";
import { Dialog } from "@/components/dialog";
import classes from "./review.module.css";

const inDetail = ["next", "previous", "approve", "reject", "feedback", "block", "gold", "undo", "help"] as const;
const inList = ["next", "previous", "select", "open", "help"] as const;

type KeyName = (typeof inDetail)[number] | (typeof inList)[number];

const KEYS: Record<KeyName, string> = {
  next: "J",
  previous: "K",
  approve: "A",
  reject: "R",
  feedback: "F",
  block: "B",
  gold: "G",
  undo: "U",
  select: "X",
  open: "Enter",
  help: "?",
};

interface HelpDialogProps {
  opened: boolean;
  onClose: () => void;
  of: "detail" | "list";
}

/** Every key of the page, and the switch that turns single keys off. */
export function HelpDialog({ opened, onClose, of }: HelpDialogProps) {
  const { t } = useTranslation("review");
  const registry = useShortcutRegistry();
  return (
    <Dialog opened={opened} onClose={onClose} title={t("keys.title")}>
      <Stack>
        <dl className={classes.keys}>
          {(of === "detail" ? inDetail : inList).map((name) => (
            <Group key={name} justify="space-between" wrap="nowrap">
              <Text component="dt" size="sm">
                {t(`keys.${name}`)}
              </Text>
              <Text component="dd" m={0}>
                <Kbd>{KEYS[name]}</Kbd>
              </Text>
            </Group>
          ))}
        </dl>
        {registry && (
          <Switch
            label={t("keys.single")}
            description={t("keys.single_hint")}
            checked={registry.hasSingleKeys}
            onChange={(event) => { registry.setSingleKeys(event.currentTarget.checked); }}
          />
        )}
      </Stack>
    </Dialog>
  );
}
