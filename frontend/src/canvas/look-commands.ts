import type { Command } from "./keys";
import type { LookControls } from "./use-look";

/** Poor photographs: the keys every canvas has for them. */
export function lookCommands(look: LookControls): Command[] {
  return [
    { id: "look", keys: ["i"], scope: "page", run: () => look.setPanelOpen(!look.isPanelOpen) },
    { id: "brighter", keys: ["b"], scope: "page", run: () => look.step("brightness", 1) },
    { id: "darker", keys: ["shift+b"], scope: "page", run: () => look.step("brightness", -1) },
    { id: "more_contrast", keys: ["k"], scope: "page", run: () => look.step("contrast", 1) },
    { id: "less_contrast", keys: ["shift+k"], scope: "page", run: () => look.step("contrast", -1) },
    { id: "invert", keys: ["shift+i"], scope: "page", run: () => look.toggle("isInverted") },
    { id: "grey", keys: ["shift+g"], scope: "page", run: () => look.toggle("isGrey") },
    { id: "look_reset", keys: ["o"], scope: "page", run: look.reset },
  ];
}
