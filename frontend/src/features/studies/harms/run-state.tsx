import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmRun } from "@/api/harms";

const colors = { measuring: "blue", ready: "accent", stopped: "yellow" } as const;

export function RunState({ state }: { state: HarmRun["state"] }) {
  const { t } = useTranslation("harms");
  return (
    <Badge color={colors[state]} miw="max-content">
      {t(`state.${state}`)}
    </Badge>
  );
}
