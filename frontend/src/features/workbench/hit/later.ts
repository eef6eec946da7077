import { deferred, deferredDialog } from "@/lib/deferred";

/** What a HIT shows now and then; none of it is there for the first paint. */

export const MissingDialog = deferredDialog(async () => (await import("./missing-dialog")).MissingDialog);

export const PracticePanel = deferred(async () => (await import("./practice-panel")).PracticePanel);
