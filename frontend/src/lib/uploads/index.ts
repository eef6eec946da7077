/** Files on their way to the server; decision 0062 says where they wait. */
export { isOver, isProblem, isUnderWay, type UploadItem, type UploadStatus } from "./items";
export type { QueueState, UploadQueue } from "./queue";
export { useUploads } from "./use-uploads";
