import { useState } from "react";
import type { HarmCase } from "@/api/harms";
import { recall, remember } from "@/lib/page-memory";

const keyOf = (id: number) => `harm-note:${String(id)}`;

/** What is written of a case, kept in this tab until a verdict takes it along. */
export function useNote({ id, note }: HarmCase): [string, (note: string) => void] {
  const [written, setWritten] = useState<Record<number, string>>({});
  const change = (text: string) => {
    remember(keyOf(id), text, "tab");
    setWritten((before) => ({ ...before, [id]: text }));
  };
  return [written[id] ?? recall(keyOf(id), "tab") ?? note, change];
}

export function forgetNote(id: number): void {
  remember(keyOf(id), null, "tab");
}
