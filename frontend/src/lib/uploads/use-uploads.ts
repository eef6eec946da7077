import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { pageOwner } from "@/api/transport";
import { useUser } from "@/lib/queries/session";
import { alone } from "./alone";
import { isOver } from "./items";
import { noteUploads } from "./left-here";
import { UploadQueue, type QueueState } from "./queue";
import { contentThere, uploadImages } from "./server";
import { browserStore } from "./store";

// By cache and person: somebody who signs in anew, or a test, begins with none.
const queues = new WeakMap<QueryClient, Map<number, UploadQueue>>();

/** The files that the person of this page sends; asked for the first time, it takes up what an earlier page left. */
export function useUploads(): { queue: UploadQueue; state: QueueState } {
  const queue = queueOf(useQueryClient(), useUser().id);
  return { queue, state: useSyncExternalStore(queue.subscribe, () => queue.state) };
}

function queueOf(client: QueryClient, user: number): UploadQueue {
  const ofClient = queues.get(client) ?? new Map<number, UploadQueue>();
  queues.set(client, ofClient);
  const known = ofClient.get(user);
  if (known) return known;
  for (const [other, queue] of ofClient) {
    queue.stop();
    ofClient.delete(other);
  }
  const queue = newQueue(client, user);
  ofClient.set(user, queue);
  return queue;
}

/** The page may have been handed over while a request was prepared. */
function inNameOf<T>(user: number, ask: () => Promise<T>): Promise<T> {
  const owner = pageOwner();
  return owner === null || owner === user ? ask() : Promise.reject(new Error("another person's page"));
}

function newQueue(client: QueryClient, user: number): UploadQueue {
  const queue = new UploadQueue({
    user,
    store: browserStore(),
    alone,
    server: {
      send: (project, files) => inNameOf(user, () => uploadImages(project, files)),
      there: (project, digests) => inNameOf(user, () => contentThere(project, digests)),
      changed: (project) => client.invalidateQueries({ queryKey: ["projects", project] }),
    },
  });
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  queue.subscribe(() => {
    const { items } = queue.state;
    // What is written down goes on when the product is opened again: only the rest would be lost.
    const isAtRisk = items.some((item) => item.keeping !== "kept" && !isOver(item));
    if (isAtRisk) window.addEventListener("beforeunload", ask);
    else window.removeEventListener("beforeunload", ask);
    noteUploads(user, items.length > 0);
  });
  void queue.start();
  return queue;
}
