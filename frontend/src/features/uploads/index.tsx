import { deferredRest } from "@/lib/deferred";

/** Fetched when a page rests: most people upload nothing. */
export const UploadStatus = deferredRest(async () => (await import("./upload-status")).UploadStatus);
