import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Scratch } from "./kind";

/** Puts the starting text aside, or brings it back. */
export function ScratchControls({ scratch }: { readonly scratch: Scratch }) {
  const { t } = useTranslation("workbench");
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
