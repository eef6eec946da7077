import { createElement } from "react";
import { deferred, deferredDialog } from "@/lib/deferred";

/** What a workbench opens now and then; none of it is there for the first paint. */

export const SkipDialog = deferredDialog(async () => (await import("./dialogs")).SkipDialog);

export const ScratchDialog = deferredDialog(async () => (await import("./dialogs")).ScratchDialog);

export const ShortcutsDialog = deferredDialog(
  async () => (await import("@/canvas/shortcuts-list/shortcuts-dialog")).ShortcutsDialog,
);

interface GuidelinesProps {
  projectId: number;
  isOpen: boolean;
  onClose: () => void;
}

export const GuidelinesPanel = deferredDialog(async () => {
  const { GuidelinesPanel: Panel } = await import("@/components/guidelines-panel");
  return ({ isOpen, ...props }: GuidelinesProps) => createElement(Panel, { ...props, opened: isOpen });
});

export const ConflictScreen = deferred(async () => (await import("./conflict-screen")).ConflictScreen);

export const KeptDialog = deferredDialog(async () => (await import("./kept-dialog")).KeptDialog);

export const UnreadDialog = deferredDialog(async () => (await import("./unread-dialog")).UnreadDialog);

export const MoreMenu = deferred(async () => (await import("./more-menu")).MoreMenu);
