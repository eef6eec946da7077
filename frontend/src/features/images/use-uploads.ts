import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { uploadImages } from "./api/imports";
import { batches, withResults, type UploadItem } from "./uploads";

export interface Uploads {
  items: UploadItem[];
  busy: boolean;
  error: unknown;
  add: (files: File[]) => void;
  retry: () => void;
  clear: () => void;
}

/** Sends files one small request after the other; files added meanwhile join the line. */
export function useUploads(projectId: number): Uploads {
  const client = useQueryClient();
  const [items, setItems] = useState<UploadItem[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const nextId = useRef(1);
  const line = useRef<UploadItem[][]>([]);
  const running = useRef(false);

  const replace = useCallback((changed: UploadItem[]) => {
    const byId = new Map(changed.map((item) => [item.id, item]));
    setItems((old) => old.map((item) => byId.get(item.id) ?? item));
  }, []);

  const run = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    for (let batch = line.current.shift(); batch; batch = line.current.shift()) {
      replace(batch.map((item) => ({ ...item, status: "sending" })));
      try {
        replace(
          withResults(
            batch,
            await uploadImages(
              projectId,
              batch.map(({ file }) => file),
            ),
          ),
        );
      } catch (caught) {
        // What comes after would meet the same fate; the person decides when to go on.
        setError(caught);
        replace([...batch, ...line.current.flat()].map((item) => ({ ...item, status: "failed" })));
        line.current = [];
      }
    }
    running.current = false;
    setBusy(false);
    await client.invalidateQueries({ queryKey: ["projects", projectId] });
  }, [client, projectId, replace]);

  const enqueue = useCallback(
    (added: UploadItem[]) => {
      line.current.push(...batches(added));
      void run();
    },
    [run],
  );

  const add = useCallback(
    (files: File[]) => {
      const added = files.map((file): UploadItem => {
        const id = nextId.current;
        nextId.current += 1;
        return { id, file, status: "waiting", message: "", remedy: null };
      });
      setItems((old) => [...old, ...added]);
      enqueue(added);
    },
    [enqueue],
  );

  const retry = useCallback(() => {
    const again = items
      .filter(({ status }) => status === "failed")
      .map((item): UploadItem => ({ ...item, status: "waiting" }));
    replace(again);
    enqueue(again);
  }, [items, replace, enqueue]);

  const clear = useCallback(() => {
    setItems([]);
    setError(null);
  }, []);

  return { items, busy, error, add, retry, clear };
}
