/** What keeps typed work safe; README.md explains it. The rest of the client imports this file alone. */
export type { Autosave, Saved, SaveOutcome, SaveState } from "./autosave";
export {
  forgetHistories,
  forgetHistory,
  historiesBelongTo,
  keepHistory,
  keptHistory,
  writeHistories,
} from "./histories";
export { MOST_DAYS, type KeptVersion } from "./kept-versions";
export { chooseOpening, copiesOf, localCopies, type CopyAbout } from "./local-copies";
export { deliver, isHit, pendingOf, readPending, removePending, tasksOf, type PendingSubmission } from "./outbox";
export { useAutosave, useSaveState } from "./use-autosave";
export { useKeptVersions } from "./use-kept-versions";
export { usePendingSubmission, type Waiting } from "./use-pending-submission";
