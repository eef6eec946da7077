import type { UploadRow } from "./items";

export type News = { rows: UploadRow[] } | { removed: string[] } | { paused: boolean };

interface Listen {
  rows: (rows: UploadRow[]) => void;
  removed: (ids: string[]) => void;
  paused: (paused: boolean) => void;
}

/** What the tabs of one person tell each other of their uploads; alone where the browser has no such channel. */
export class Tabs {
  private readonly channel: BroadcastChannel | null;

  constructor(user: number, listen: Listen) {
    this.channel =
      typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`annotate:uploads:${String(user)}`);
    if (!this.channel) return;
    this.channel.onmessage = ({ data }: MessageEvent<News>) => {
      if ("rows" in data) listen.rows(data.rows);
      else if ("removed" in data) listen.removed(data.removed);
      else listen.paused(data.paused);
    };
  }

  tell(news: News): void {
    this.channel?.postMessage(news);
  }

  close(): void {
    this.channel?.close();
  }
}
