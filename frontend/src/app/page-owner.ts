import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { onSessionLost, pageBelongsTo, type SessionLoss } from "@/api/transport";
import type { Me, Session } from "@/api/types";
import { useAfterTyping } from "@/lib/after-typing";
import { sessionQuery } from "@/lib/queries/session";
import { historiesBelongTo } from "@/lib/safe-work";

interface Waiting {
  promise: Promise<boolean>;
  resolve: (signedIn: boolean) => void;
}

/** What the windows of one browser tell each other: who is signed in now. */
interface Notice {
  user: number | null;
}

/**
 * A page belongs to the person who opened it, until they leave it. Signing in on the page itself
 * hands it over; a session that changed anywhere else does not.
 */
export function usePageOwner() {
  const client = useQueryClient();
  const [owner, setOwner] = useState<Me | null>(null);
  const [loss, setLoss] = useState<SessionLoss | null>(null);
  const known = useRef<Me | null>(null);
  const waiting = useRef<Waiting | null>(null);
  const afterTyping = useAfterTyping();
  const say = useCallback(
    (why: SessionLoss) => {
      afterTyping.wait(() => setLoss(why));
      // Somebody else could read along.
      if (why === "other_user") afterTyping.now();
    },
    [afterTyping],
  );
  const goOn = useCallback(() => {
    afterTyping.drop();
    setLoss(null);
    waiting.current?.resolve(true);
    waiting.current = null;
  }, [afterTyping]);

  const tell = useChannel(({ user }) => {
    historiesBelongTo(user);
    if (known.current === null) return;
    if (user === known.current.id) goOn();
    else if (user !== null || waiting.current === null) say(user === null ? "signed_out" : "other_user");
  });

  useEffect(() => {
    let isRestoring = false;
    const adopt = (user: Me | null) => {
      known.current = user;
      pageBelongsTo(user?.id ?? null);
      historiesBelongTo(user?.id ?? null);
      setOwner(user);
      if (!isRestoring) tell({ user: user?.id ?? null });
    };
    const first = client.getQueryData<Session>(sessionQuery.queryKey);
    if (first?.user) adopt(first.user);
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success") return;
      if (event.query.queryKey[0] !== sessionQuery.queryKey[0]) return;
      const { user } = event.query.state.data as Session;
      const before = known.current;
      const isHandedOver = event.action.manual === true || before === null;
      if (isHandedOver || user?.id === before.id) adopt(user);
      else {
        // Found out by asking: the page stays who it was until that is settled.
        isRestoring = true;
        client.setQueryData(sessionQuery.queryKey, { user: before, pending: null });
        isRestoring = false;
        say(user ? "other_user" : "signed_out");
      }
    });
  }, [client, tell, say]);

  useEffect(() => {
    onSessionLost((why) => {
      if (!known.current) return Promise.resolve(false);
      if (!waiting.current) {
        let resolve: Waiting["resolve"] = () => undefined;
        const promise = new Promise<boolean>((done) => {
          resolve = done;
        });
        waiting.current = { promise, resolve };
      }
      say(why);
      return waiting.current.promise;
    });
    return () => onSessionLost(null);
  }, [say]);

  const signedIn = (session: Session) => {
    // A passkey may be somebody else's: what is on this page is not theirs to read.
    if (session.user && session.user.id !== known.current?.id) {
      window.location.assign("/");
      return;
    }
    client.setQueryData(sessionQuery.queryKey, session);
    goOn();
  };
  return { owner, loss, signedIn };
}

/** Tells the other windows and listens to them; alone where the browser has no such channel. */
function useChannel(listen: (notice: Notice) => void): (notice: Notice) => void {
  const latest = useRef(listen);
  const channel = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    latest.current = listen;
  });
  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return undefined;
    const opened = new BroadcastChannel("annotate:session");
    opened.onmessage = (event: MessageEvent<Notice>) => latest.current(event.data);
    channel.current = opened;
    return () => {
      channel.current = null;
      opened.close();
    };
  }, []);
  return useCallback((notice) => channel.current?.postMessage(notice), []);
}
