import { useEffect } from "react";
import { useStable } from "@/lib/use-stable";

interface NumberKeys {
  choose: (key: string) => void;
  submit: () => void;
}

/** Digits choose and Enter keeps, wherever the focus is, but where one types or stands on a button. */
export function useNumberKeys({ choose, submit }: NumberKeys): void {
  const press = useStable((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("textarea, [contenteditable], input:not([type=radio]), dialog")) return;
    if (/^\d$/.test(event.key)) choose(event.key);
    else if (event.key === "Enter" && !target?.closest("button, a, input, summary")) submit();
  });
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [press]);
}
