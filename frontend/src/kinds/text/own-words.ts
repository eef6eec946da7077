import { recall, remember } from "@/lib/page-memory";

/** What was typed before a ready-made text took its place, kept on this device until it is wanted back. */
export function keepOwnWords(id: number, text: string): void {
  remember(`own-words:${String(id)}`, text.trim() === "" ? null : text);
}

export function ownWords(id: number): string {
  return recall(`own-words:${String(id)}`) ?? "";
}
