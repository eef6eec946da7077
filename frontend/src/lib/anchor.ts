import { useIsFetching } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** Brings the part on screen that the address names after "#", once everything above it is there. */
export function useAnchor(): void {
  const named = useLocation({ select: ({ hash }) => hash });
  const isFetching = useIsFetching() > 0;
  const shown = useRef("");
  useEffect(() => {
    if (!named || isFetching || shown.current === named) return;
    const part = document.getElementById(named);
    if (!part) return;
    shown.current = named;
    part.scrollIntoView?.({ block: "start" });
  }, [named, isFetching]);
}
