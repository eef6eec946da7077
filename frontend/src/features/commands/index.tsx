import { UnstyledButton } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deferred } from "@/lib/deferred";
import classes from "./index.module.css";

const CommandField = deferred(async () => (await import("./command-field")).default);

/** The button that opens the command field, and the key that does. */
export function CommandButton() {
  const { t } = useTranslation("commands");
  const [isOpen, { open, close }] = useDisclosure(false);
  const [wasWanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    open();
  };
  // Also from a field: it writes nothing there.
  useHotkeys([["mod+K", show]], []);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        onClick={show}
        aria-keyshortcuts="Control+K Meta+K"
        title={t("open_hint")}
      >
        <IconSearch size={16} aria-hidden />
        <span>{t("open")}</span>
        <kbd aria-hidden className={classes.key}>
          {KEY}
        </kbd>
      </UnstyledButton>
      {wasWanted && <CommandField opened={isOpen} onClose={close} />}
    </>
  );
}

const KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ K" : "Ctrl K";
