import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { Session } from "@/api/types";
import { wishLanguage } from "@/lib/i18n";
import { sessionQuery } from "@/lib/queries/session";

/** What the person signed in has chosen. Signing in empties the cache, so it is asked and not observed. */
function useWishOfAccount(): string {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  const read = () => client.getQueryData<Session>(sessionQuery.queryKey)?.user?.preferences.language ?? "";
  return useSyncExternalStore(subscribe, read);
}

/** Shows the pages in the language that whoever is signed in has chosen. */
export function LanguageKeeper() {
  const wish = useWishOfAccount();
  useEffect(() => {
    // Who has chosen nothing reads what this device has.
    if (wish) void wishLanguage(wish);
  }, [wish]);
  return null;
}
