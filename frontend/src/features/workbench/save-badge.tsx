import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCloudOff, IconCloudUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { currentLocale } from "@/lib/i18n";
import { useSaveState, type Autosave, type SaveState } from "@/lib/safe-work";
import type { Work } from "./api";
import classes from "./workbench.module.css";

interface SaveBadgeProps {
  autosave: Autosave<Work>;
  /** It was submitted and waits to be sent, so nothing is saved beside it. */
  posted?: { isKept: boolean } | null | undefined;
}

/** Says at every moment where the work is. The only part of the desk that changes with each save. */
export function SaveBadge({ autosave, posted }: SaveBadgeProps) {
  const saved = useSaveState(autosave, whole);
  return <Badge state={posted ? { status: "offline", isKept: posted.isKept } : saved} />;
}

const whole = (state: SaveState) => state;

function Badge({ state }: { state: SaveState }) {
  const { t } = useTranslation("workbench");
  const isBad = state.status === "failed" || state.status === "lost" || state.status === "conflict";
  const text = sentence(state, t);
  return (
    <Text
      className={classes.save}
      size="xs"
      c={isBad ? "var(--mantine-color-error)" : "dimmed"}
      role="status"
      component="span"
      title={text}
      data-loud={isBad || state.status === "offline" || undefined}
    >
      <SaveIcon status={state.status} />
      <span className={classes.saveText}>{text}</span>
    </Text>
  );
}

type Translate = ReturnType<typeof useTranslation<"workbench">>["t"];

function sentence(state: SaveState, t: Translate): string {
  switch (state.status) {
    case "clean":
      return t("save.clean");
    case "waiting":
    case "saving":
      return t("save.saving");
    case "saved":
      return t("save.saved", { time: timeOf(state.at) });
    case "offline":
      return state.isKept ? t("save.offline") : t("save.offline_unkept");
    case "failed":
      return t("save.failed", { reason: state.message });
    case "conflict":
      return t("save.conflict");
    case "lost":
      return t("save.lost");
  }
}

function timeOf(iso: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { hour: "numeric", minute: "2-digit" }).format(new Date(iso));
}

function SaveIcon({ status }: { status: SaveState["status"] }) {
  const size = 15;
  if (status === "saved" || status === "clean") return <IconCheck size={size} aria-hidden />;
  if (status === "waiting" || status === "saving") return <IconCloudUp size={size} aria-hidden />;
  if (status === "offline") return <IconCloudOff size={size} aria-hidden />;
  return <IconAlertTriangle size={size} aria-hidden />;
}
