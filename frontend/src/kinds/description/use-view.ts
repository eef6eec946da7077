import { useState } from "react";
import { useShortcuts } from "@/canvas/shortcuts";

/** Writing; writing with the changes above it; reading as others will. */
export type View = "write" | "changes" | "read";

/** How the text is shown. A new attempt to submit that met problems leads back to where they are fixed. */
export function useView(attempt: number, hasChanges: boolean): readonly [view: View, setView: (view: View) => void] {
  const [chosen, setChosen] = useState<{ view: View; attempt: number }>({ view: "write", attempt });
  const view = chosen.attempt === attempt ? chosen.view : "write";
  const setView = (next: View) => setChosen({ view: next, attempt });
  const toggle = (to: View) => setView(view === to ? "write" : to);
  useShortcuts("text", [
    {
      id: "changes",
      keys: ["alt+c"],
      scope: "anywhere",
      isEnabled: () => hasChanges,
      isUnlisted: !hasChanges,
      run: () => toggle("changes"),
    },
    { id: "read", keys: ["alt+r"], scope: "anywhere", run: () => toggle("read") },
  ]);
  return [view, setView];
}
