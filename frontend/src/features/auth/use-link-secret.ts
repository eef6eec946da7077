import { useEffect, useState } from "react";

/** Reads the secret of a link, and takes it out of the address: it is in no history and no screenshot. */
export function useLinkSecret(): string {
  const [secret] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    if (secret) window.history.replaceState(window.history.state, "", window.location.pathname);
  }, [secret]);
  return secret;
}
