import { recall, remember } from "./page-memory";

/** Which keys somebody wants: whether single ones act, and what they chose for commands. */
export interface KeyPreferences {
  singleKeys: boolean;
  keys: Readonly<Record<string, readonly string[]>>;
}

interface Kept extends KeyPreferences {
  /** The server does not know it yet. */
  isUnsent: boolean;
}

export const OWN_KEYS: KeyPreferences = { singleKeys: true, keys: {} };
/** Where earlier releases kept the switch, for whoever used this browser. */
const EARLIER = "single-keys";

/**
 * The keys of whoever is signed in. The account has them, and this device has a copy that works
 * without a server; a change is kept here at once and waits until it could be sent.
 */
export class KeyStore {
  private owner: number | null = null;
  private kept: Kept = { ...OWN_KEYS, isUnsent: false };
  private shown: KeyPreferences = OWN_KEYS;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly snapshot = (): KeyPreferences => this.shown;

  /** What still has to be sent; null when the server knows it all. */
  readonly unsent = (): KeyPreferences | null => (this.kept.isUnsent ? this.shown : null);

  /** Somebody is signed in, and this is what the server knows of them. */
  open(owner: number, known: KeyPreferences): void {
    const device = this.owner === owner && this.kept.isUnsent ? this.kept : readKept(owner, known);
    this.owner = owner;
    this.set(device?.isUnsent ? device : { ...known, isUnsent: false });
  }

  /** Nobody is signed in: the keys are as the product has them. */
  close(): void {
    this.owner = null;
    this.kept = { ...OWN_KEYS, isUnsent: false };
    this.shown = OWN_KEYS;
    this.tell();
  }

  change(changes: Partial<KeyPreferences>): void {
    this.set({ ...this.shown, ...changes, isUnsent: true });
  }

  /** The server has answered to what was sent; what was changed since then still waits. */
  sent(what: KeyPreferences): void {
    if (what === this.shown) this.set({ ...this.kept, isUnsent: false });
  }

  /** Another tab of this browser changed them. */
  readonly onStorage = ({ key, newValue }: Pick<StorageEvent, "key" | "newValue">): void => {
    if (this.owner === null || key !== `annotate:${place(this.owner)}` || newValue === null) return;
    const kept = parse(newValue);
    // The other tab sends them; what waits here is then out of date.
    if (kept) this.show({ ...kept, isUnsent: false });
  };

  private set(kept: Kept): void {
    if (this.owner !== null) remember(place(this.owner), JSON.stringify(kept));
    this.show(kept);
  }

  private show(kept: Kept): void {
    this.kept = kept;
    const { singleKeys, keys } = kept;
    if (JSON.stringify(this.shown) !== JSON.stringify({ singleKeys, keys })) this.shown = { singleKeys, keys };
    this.tell();
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}

const place = (owner: number) => `keys:${String(owner)}`;

function readKept(owner: number, known: KeyPreferences): Kept | null {
  const text = recall(place(owner));
  if (text !== null) return parse(text);
  const wasOff = recall(EARLIER) === "off" && known.singleKeys;
  remember(EARLIER, null);
  return wasOff ? { ...known, singleKeys: false, isUnsent: true } : null;
}

function parse(text: string): Kept | null {
  try {
    const { singleKeys, keys, isUnsent } = JSON.parse(text) as Partial<Record<keyof Kept, unknown>>;
    if (typeof singleKeys !== "boolean" || typeof isUnsent !== "boolean" || !isChoices(keys)) return null;
    return { singleKeys, keys, isUnsent };
  } catch {
    return null;
  }
}

function isChoices(value: unknown): value is KeyPreferences["keys"] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((keys) => Array.isArray(keys) && keys.every((key) => typeof key === "string"));
}

/** One for the page: keys belong to the person at the keyboard, not to a part of the page. */
export const keyStore = new KeyStore();
