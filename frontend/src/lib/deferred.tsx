import { useMounted } from "@mantine/hooks";
import { createElement, Suspense, useEffect, useState, type ComponentType, type ReactNode } from "react";

/** So long a page is left alone with its first paint before it fetches what a key may open. */
const REST_MS = 3_000;
/** A part that did not come is asked for again. */
const RETRY_MS = 2_000;

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a page in a file of its own, fetched when the page rests, or as soon as it is wanted.
 * Where it cannot be fetched, nothing else on the page is lost over it.
 */
function fetching<Props>(load: Load<Props>) {
  let fetched: ComponentType<Props> | null = null;
  const fetch = async () => {
    fetched ??= await load();
    return fetched;
  };
  return { fetch, usePart, peek: () => fetched };

  function usePart(isWanted: boolean): ComponentType<Props> | null {
    const [part, setPart] = useState(() => fetched);
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (part) return;
      let isGone = false;
      const take = async () => {
        try {
          const loaded = await fetch();
          if (!isGone) setPart(() => loaded);
        } catch {
          if (!isGone) setTimeout(() => setAttempt((count) => count + 1), RETRY_MS);
        }
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      if (isWanted) void take();
      else timer = setTimeout(() => void take(), REST_MS);
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, [part, isWanted, attempt]);
    return part;
  }
}

/** Once it was fetched it is there at the first drawing. */
export type Deferred<Props> = ComponentType<Props> & { fetch: () => Promise<unknown> };

/** A part that is fetched when it is shown, if it was not fetched before. */
export function deferred<Props extends object>(load: Load<Props>): Deferred<Props> {
  const { fetch, usePart } = fetching(load);
  function Part(props: Props) {
    const loaded = usePart(true);
    return loaded && <Apart>{createElement(loaded, props)}</Apart>;
  }
  return Object.assign(Part, { fetch });
}

/**
 * A part that makes do with a simpler one where it is not there yet. Which of the two it is, is settled
 * when it appears: exchanged under somebody's hands, it would lose the focus and what is typed.
 */
export function deferredOver<Props extends object>(Simple: ComponentType<Props>, load: Load<Props>): Deferred<Props> {
  const { fetch, peek } = fetching(load);
  function Either(props: Props) {
    const [Chosen] = useState(() => peek() ?? Simple);
    useFetchedSoon(fetch, 0);
    return createElement(Chosen, props);
  }
  return Object.assign(Either, { fetch });
}

/** Fetches a part when the page rests, so that it is there when it is asked for, even without a network. */
export function useFetchedAtRest({ fetch }: { fetch: () => Promise<unknown> }): void {
  useFetchedSoon(fetch, REST_MS);
}

function useFetchedSoon(fetch: () => Promise<unknown>, ms: number): void {
  useEffect(() => {
    // Whoever wants it later asks again.
    const timer = setTimeout(() => void fetch().catch(() => undefined), ms);
    return () => clearTimeout(timer);
  }, [fetch, ms]);
}

/** A part that nobody waits for: it comes when the page rests. */
export function deferredRest<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const { usePart } = fetching(load);
  return function Rest(props) {
    const loaded = usePart(false);
    return loaded && <Apart>{createElement(loaded, props)}</Apart>;
  };
}

/** A dialog that is fetched while nobody waits for it. */
export function deferredDialog<Props extends { isOpen: boolean }>(load: Load<Props>): ComponentType<Props> {
  const { usePart } = fetching(load);
  return function DeferredDialog(props) {
    const Dialog = usePart(props.isOpen);
    return (
      Dialog && (
        <Apart>
          <Opened Dialog={Dialog} dialogProps={props} />
        </Apart>
      )
    );
  };
}

/** A part that waits for words of its own waits alone: a page that were hidden for it would lose the focus, and what is typed. */
function Apart({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}

interface OpenedProps<Props> {
  Dialog: ComponentType<Props>;
  dialogProps: Props;
}

/** Closed at first: a dialog that begins open does not know where the focus came from. */
function Opened<Props extends { isOpen: boolean }>({ Dialog, dialogProps }: OpenedProps<Props>) {
  const isReady = useMounted();
  return <Dialog {...dialogProps} isOpen={isReady && dialogProps.isOpen} />;
}
