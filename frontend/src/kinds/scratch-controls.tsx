import { Button } from "@mantine/core";
import { IconEraser, IconRestore } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { HeadButton } from "./head-button";
import type { Scratch } from "./kind";

interface ScratchControlsProps {
  scratch: Scratch;
  /** Beside the head of a list, where words have room on wide screens only. */
  isInHead?: boolean;
}

/** Puts the starting text aside, or brings it back. */
export function ScratchControls({ scratch, isInHead = false }: ScratchControlsProps) {
  const { t } = useTranslation("workbench");
  if (isInHead) return <InHead scratch={scratch} />;
  if (scratch.reason !== null) {
    if (!scratch.goBack) return null;
    return (
      <Button size="compact-sm" variant="subtle" ms="auto" onClick={scratch.goBack}>
        {t("scratch.go_back")}
      </Button>
    );
  }
  if (!scratch.canStart) return null;
  return (
    <Button size="compact-sm" variant="subtle" color="gray" fw={500} ms="auto" onClick={scratch.start}>
      {t("scratch.start")}
    </Button>
  );
}

function InHead({ scratch }: { scratch: Scratch }) {
  const { t } = useTranslation("workbench");
  if (scratch.reason === null) {
    if (!scratch.canStart) return null;
    return (
      <HeadButton icon={<IconEraser size={18} aria-hidden />} label={t("scratch.start")} onClick={scratch.start} />
    );
  }
  if (!scratch.goBack) return null;
  return (
    <HeadButton icon={<IconRestore size={18} aria-hidden />} label={t("scratch.go_back")} onClick={scratch.goBack} />
  );
}
