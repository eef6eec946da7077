import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { isApiError } from "@/api/errors";
import { keyStore } from "@/lib/key-store";
import { keysOf, keysToSend, savePreferences } from "@/lib/queries/preferences";
import { sessionQuery } from "@/lib/queries/session";

/** Several keys are often changed one after the other: they are sent together. */
const PAUSE_MS = 600;

/** Keeps the keys of whoever is signed in the same here and on the server. */
export function KeyKeeper() {
  const client = useQueryClient();
  // Only listens: whether anybody is signed in is asked by the pages.
  const session = useQuery({ ...sessionQuery, enabled: false }).data;
  const unsent = useSyncExternalStore(keyStore.subscribe, keyStore.unsent);
  const wasOnline = useReturns();
  const user = session?.user;
  const id = user?.id;
  const known = user?.preferences;
  useEffect(() => {
    if (id !== undefined && known) keyStore.open(id, keysOf(known));
    else if (session) keyStore.close();
  }, [id, known, session]);

  useEffect(() => {
    window.addEventListener("storage", keyStore.onStorage);
    return () => window.removeEventListener("storage", keyStore.onStorage);
  }, []);

  useEffect(() => {
    if (!unsent || id === undefined) return;
    const timer = setTimeout(() => {
      savePreferences(keysToSend(unsent)).then(
        (saved) => {
          keyStore.sent(unsent);
          client.setQueryData(sessionQuery.queryKey, { user: saved, pending: null });
        },
        (error: unknown) => {
          // Refused for good: what the server has counts again. Anything else is tried again later.
          if (isApiError(error) && error.status === 422) keyStore.sent(unsent);
        },
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [unsent, id, client, wasOnline]);
  return null;
}

/** Counts how often the network came back. */
function useReturns(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const back = () => setCount((old) => old + 1);
    window.addEventListener("online", back);
    return () => window.removeEventListener("online", back);
  }, []);
  return count;
}
