import type { UploadResult } from "@/api/types";
import { messageOf, remedyOf } from "@/lib/server-messages";

/** `known`: the project has a file of the same content, and it was not sent. */
export type UploadStatus = "waiting" | "sending" | "added" | "known" | "refused" | "failed";

export interface UploadItem {
  id: number;
  file: File;
  status: UploadStatus;
  message: string;
  remedy: string | null;
}

const MOST_FILES = 8;
const MOST_BYTES = 24_000_000;

/** Cuts a long list into requests small enough to show progress and to fit under the server's limit. */
export function batches(items: UploadItem[]): UploadItem[][] {
  const result: UploadItem[][] = [];
  let batch: UploadItem[] = [];
  let bytes = 0;
  for (const item of items) {
    const full = batch.length >= MOST_FILES || bytes + item.file.size > MOST_BYTES;
    if (batch.length > 0 && full) {
      result.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += item.file.size;
  }
  if (batch.length > 0) result.push(batch);
  return result;
}

/**
 * Finds each file's result by name. Two files of one name in a batch are told apart by counting:
 * the server answers in the order it was asked.
 */
export function withResults(batch: UploadItem[], result: UploadResult): UploadItem[] {
  const accepted = result.accepted.map(({ name }) => name);
  const rejected = [...result.rejected];
  return batch.map((item): UploadItem => {
    const refusal = rejected.findIndex(({ name }) => name === item.file.name);
    const acceptance = accepted.indexOf(item.file.name);
    if (acceptance >= 0) {
      accepted.splice(acceptance, 1);
      return { ...item, status: "added", message: "", remedy: null };
    }
    const rejection = refusal >= 0 ? rejected.splice(refusal, 1)[0] : undefined;
    // Busy is no verdict on the file: it is sent again with those that failed.
    if (!rejection || rejection.code === "busy") return { ...item, status: "failed" };
    return { ...item, status: "refused", message: messageOf(rejection), remedy: remedyOf(rejection) };
  });
}
