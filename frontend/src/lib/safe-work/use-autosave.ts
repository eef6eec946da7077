import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { Autosave, type AutosaveListener, type AutosaveOptions, type SaveState } from "./autosave";

interface Options<T> extends AutosaveOptions<T> {
  /** Newer work found on this device, to be saved first of all. */
  unsaved: T | null;
  onConflict: AutosaveListener<T>["onConflict"];
  onLost: (error: unknown) => void;
}

/** Autosave tied to the page: it flushes when the page is hidden or left, and tries again when the network is back. */
export function useAutosave<T>({ unsaved, onConflict, onLost, ...options }: Options<T>) {
  const [autosave] = useState(() => new Autosave<T>(options));
  useEffect(
    () =>
      autosave.listen({
        onState: (next) => {
          if (next.status === "lost") onLost(next.error);
        },
        onConflict,
      }),
    [autosave, onConflict, onLost],
  );
  useEffect(() => {
    if (unsaved !== null) autosave.change(unsaved);
    // Found once, when the page was opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [autosave]);
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === "hidden") void autosave.flush(true);
    };
    const leaveForGood = () => void autosave.flush(true);
    const online = () => autosave.retryNow();
    const ask = (event: BeforeUnloadEvent) => {
      // Only where leaving would lose something: neither the server nor this device has it.
      if (autosave.state.status === "offline" && !autosave.state.isKept) event.preventDefault();
    };
    autosave.start();
    window.addEventListener("beforeunload", ask);
    document.addEventListener("visibilitychange", leave);
    window.addEventListener("pagehide", leaveForGood);
    window.addEventListener("online", online);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      window.removeEventListener("pagehide", leaveForGood);
      window.removeEventListener("online", online);
      window.removeEventListener("beforeunload", ask);
      void autosave.flush(true);
      autosave.stop();
    };
  }, [autosave]);
  return { autosave };
}

/** A part of the state of saving; the calling component is drawn anew when that part changes. */
export function useSaveState<T, Part>(autosave: Autosave<T>, select: (state: SaveState) => Part): Part {
  const subscribe = useCallback(
    (onState: () => void) => autosave.listen({ onState, onConflict: () => undefined }),
    [autosave],
  );
  return useSyncExternalStore(subscribe, () => select(autosave.state));
}
