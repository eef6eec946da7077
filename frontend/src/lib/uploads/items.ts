import type { UploadResult } from "@/api/types";
import { messageOf, remedyOf } from "@/lib/server-messages";

/**
 * `known`: the project has a file of the same content, and it was not sent. `failed`: not sent, and can be tried
 * again. `lost`: its content can no longer be read here.
 */
export type UploadStatus = "waiting" | "sending" | "added" | "known" | "refused" | "failed" | "lost";

/** What is written down of a file that is to be sent, beside its content. */
export interface UploadRow {
  id: string;
  user: number;
  project: number;
  name: string;
  size: number;
  type: string;
  /** When it was chosen, in milliseconds, and the how-manieth of those it was. */
  at: number;
  place: number;
  status: UploadStatus;
  message: string;
  remedy: string | null;
}

/**
 * Where the content is: written into this browser's storage, about to be, or in this tab alone because there is no
 * room for it.
 */
export type Keeping = "kept" | "keeping" | "held";

export interface UploadItem extends UploadRow {
  keeping: Keeping;
}

const MOST_FILES = 8;
const MOST_BYTES = 24_000_000;

/** The next request: the first files, few enough to show progress and to fit under the server's limit. */
export function firstOf<Item extends { size: number }>(items: readonly Item[]): Item[] {
  const batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    bytes += item.size;
    if (batch.length > 0 && (batch.length >= MOST_FILES || bytes > MOST_BYTES)) break;
    batch.push(item);
  }
  return batch;
}

/** Nothing is left to do with it, and its content is needed no more. */
export const isOver = ({ status }: UploadRow): boolean => ["added", "known", "refused", "lost"].includes(status);
export const isUnderWay = ({ status }: UploadRow): boolean => status === "waiting" || status === "sending";
/** Somebody should look at it. */
export const isProblem = ({ status }: UploadRow): boolean => ["refused", "failed", "lost"].includes(status);

/**
 * Finds each file's result by name. Two files of one name in a batch are told apart by counting:
 * the server answers in the order it was asked.
 */
export function withResults(batch: readonly UploadItem[], result: UploadResult): UploadItem[] {
  const accepted = result.accepted.map(({ name }) => name);
  const rejected = [...result.rejected];
  return batch.map((item): UploadItem => {
    const refusal = rejected.findIndex(({ name }) => name === item.name);
    const acceptance = accepted.indexOf(item.name);
    if (acceptance >= 0) {
      accepted.splice(acceptance, 1);
      return { ...item, status: "added", message: "", remedy: null };
    }
    const rejection = refusal >= 0 ? rejected.splice(refusal, 1)[0] : undefined;
    if (!rejection) return { ...item, status: "failed" };
    // Busy is no verdict on the file: it is sent again.
    if (rejection.code === "busy") return { ...item, status: "waiting" };
    // Its answer got lost on an earlier way, or it was chosen twice: the project has it once.
    if (rejection.code === "duplicate_image") return { ...item, status: "known" };
    return { ...item, status: "refused", message: messageOf(rejection), remedy: remedyOf(rejection) };
  });
}
