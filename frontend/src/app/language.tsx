import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { wishLanguage } from "@/lib/i18n";
import { sessionQuery } from "@/lib/queries/session";

/** Shows the pages in the language that whoever is signed in has chosen. */
export function LanguageKeeper() {
  // Only listens: whether anybody is signed in is asked by the pages.
  const wish = useQuery({ ...sessionQuery, enabled: false }).data?.user?.preferences.language;
  useEffect(() => {
    // Who has chosen nothing reads what this device has.
    if (wish) void wishLanguage(wish);
  }, [wish]);
  return null;
}
