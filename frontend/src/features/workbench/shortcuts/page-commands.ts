import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import type { Command } from "@/canvas/keys";
import type { Scratch } from "@/kinds/kind";
import type { HeaderActions } from "../more-menu";
import { goToPane } from "./panes";

interface Options {
  actions: HeaderActions;
  save: () => void;
  scratch: Scratch;
  /** There is work on screen that can be changed. */
  canWork: boolean;
  canSubmit: boolean;
  canLeave: boolean;
}

/**
 * What can be done with a whole task by keys. Those that put something away need three fingers:
 * nobody comes to them by slipping.
 */
export function usePageCommands(options: Options): Command[] {
  const { actions, scratch, canWork, canSubmit, canLeave } = options;
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  const isEnabled = () => canSubmit;
  const mayWork = () => canWork;
  const startOrGoBack = scratch.reason === null ? scratch.start : scratch.goBack;
  const hasScratch = scratch.reason === null ? scratch.canStart : scratch.goBack !== null;
  return [
    { id: "submit", keys: ["mod+Enter"], scope: "anywhere", isEnabled, run: actions.submit },
    { id: "save", keys: ["mod+s"], scope: "anywhere", isEnabled, run: options.save },
    {
      id: "scratch",
      keys: ["alt+shift+n"],
      scope: "anywhere",
      isEnabled: () => canWork && hasScratch,
      isUnlisted: !hasScratch,
      run: () => startOrGoBack?.(),
    },
    { id: "skip", keys: ["alt+shift+k"], scope: "anywhere", isEnabled: mayWork, run: actions.openSkip },
    { id: "release", keys: ["alt+shift+p"], scope: "anywhere", isEnabled: mayWork, run: once(actions.release) },
    {
      id: "leave",
      keys: ["alt+shift+w"],
      scope: "anywhere",
      isEnabled: () => canLeave,
      isUnlisted: !canLeave,
      run: once(actions.leave),
    },
    { id: "guidelines", keys: ["g", "alt+shift+g"], scope: "anywhere", run: actions.openGuidelines },
    { id: "pane_next", keys: ["F6"], scope: "anywhere", run: () => goToPane(1) },
    { id: "pane_previous", keys: ["shift+F6"], scope: "anywhere", run: () => goToPane(-1) },
    {
      id: "theme",
      keys: ["alt+shift+t"],
      scope: "anywhere",
      run: () => setColorScheme(isDark ? "light" : "dark"),
    },
    { id: "clock", keys: ["alt+shift+c"], scope: "anywhere", run: actions.toggleClock },
    { id: "help", keys: ["?", "F1"], scope: "anywhere", run: actions.openShortcuts },
  ];
}

/** A key that is held down must not do it again. */
function once(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (!event.repeat) act();
  };
}
