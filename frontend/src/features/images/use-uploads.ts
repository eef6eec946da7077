import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { contentThere, uploadImages } from "./api/imports";
import { interruptedUpload, keepInterrupted, type Interrupted } from "./interrupted";
import { UploadQueue, type QueueState } from "./upload-queue";

export interface Uploads extends QueueState {
  /** Of an earlier page: its files must be chosen again, and what arrived is skipped. */
  interrupted: Interrupted | null;
  add: (files: File[]) => void;
  retry: () => void;
  clear: () => void;
}

// By cache and project: somebody who signs in anew, or a test, begins with none.
const queues = new WeakMap<QueryClient, Map<number, UploadQueue>>();

/** The upload of a project, which goes on while other screens are shown; leaving it asks first. */
export function useUploads(projectId: number): Uploads {
  const { t } = useTranslation("images");
  const queue = queueOf(useQueryClient(), projectId);
  const state = useSyncExternalStore(queue.subscribe, () => queue.state);
  const [interrupted, setInterrupted] = useState(() => (queue.state.busy ? null : interruptedUpload(projectId)));
  useBlocker({
    shouldBlockFn: () => queue.state.busy && !window.confirm(t("upload.leave")),
    // The queue asks by itself, on whatever screen.
    enableBeforeUnload: false,
  });
  return {
    ...state,
    interrupted: state.items.length > 0 ? null : interrupted,
    add: queue.add,
    retry: queue.retry,
    clear: () => {
      keepInterrupted(projectId, null);
      setInterrupted(null);
      queue.clear();
    },
  };
}

function queueOf(client: QueryClient, projectId: number): UploadQueue {
  const ofClient = queues.get(client) ?? new Map<number, UploadQueue>();
  queues.set(client, ofClient);
  const queue = ofClient.get(projectId) ?? newQueue(client, projectId);
  ofClient.set(projectId, queue);
  return queue;
}

function newQueue(client: QueryClient, projectId: number): UploadQueue {
  const queue = new UploadQueue({
    send: (files) => uploadImages(projectId, files),
    there: (digests) => contentThere(projectId, digests),
    done: () => client.invalidateQueries({ queryKey: ["projects", projectId] }),
  });
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  queue.subscribe(() => {
    const { busy, items } = queue.state;
    const left = items.filter(({ status }) => ["waiting", "sending", "failed"].includes(status)).length;
    if (busy) window.addEventListener("beforeunload", ask);
    else window.removeEventListener("beforeunload", ask);
    if (items.length > 0)
      keepInterrupted(projectId, left > 0 ? { done: items.length - left, total: items.length } : null);
  });
  return queue;
}
