import { VisuallyHidden } from "@mantine/core";
import { useCallback, useState, type ReactNode } from "react";

/** Says aloud what happened on the canvas. The same sentence twice is still said twice. */
export function useAnnouncer(): [announce: (sentence: string) => void, region: ReactNode] {
  const [said, setSaid] = useState({ sentence: "", count: 0 });
  const announce = useCallback((sentence: string) => setSaid((old) => ({ sentence, count: old.count + 1 })), []);
  const region = (
    <VisuallyHidden role="status" aria-live="polite">
      <span key={said.count}>{said.sentence}</span>
    </VisuallyHidden>
  );
  return [announce, region];
}
