import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { File as RuntimeFile } from "node:buffer";
import { afterEach, beforeAll, vi } from "vitest";
import { i18n, i18nReady } from "@/lib/i18n";
import { styleOf } from "./styles";

// Requests are the runtime's own, and they take only the runtime's files and forms: those of jsdom
// arrive without their names.
const runtimeForm = await new Response(new URLSearchParams()).formData();
const RuntimeFormData = runtimeForm.constructor as typeof FormData;
const PageFormData = globalThis.FormData;

/** The runtime's form that, like a page's, can also be read off a form on the page. */
globalThis.FormData = class extends RuntimeFormData {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    super();
    if (form) new PageFormData(form, submitter).forEach((value, name) => this.append(name, value));
  }
};
globalThis.File = RuntimeFile as unknown as typeof File;

// Test files share one process, and the runtime's channels reach all of it: one file's sign-out is no
// news to another.
const world = crypto.randomUUID();
const RuntimeChannel = globalThis.BroadcastChannel;
globalThis.BroadcastChannel = class extends RuntimeChannel {
  constructor(name: string) {
    super(`${name} ${world}`);
  }
};

// A page arrives in pieces, and a busy machine takes its time.
configure({ asyncUtilTimeout: 15_000 });

const catalogues = import.meta.glob<Record<string, unknown>>("../locales/en/*.json", {
  eager: true,
  import: "default",
});

/** Every catalogue is there from the start, so that no test waits for one. */
beforeAll(async () => {
  await i18nReady;
  for (const [path, catalogue] of Object.entries(catalogues)) {
    const namespace = path.split("/").at(-1)?.replace(".json", "") ?? "";
    i18n.addResourceBundle("en", namespace, catalogue, true, true);
  }
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// What jsdom lacks and Mantine asks for.
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})) as typeof window.matchMedia;

globalThis.ResizeObserver ??= class {
  observe(): void {
    return undefined;
  }
  unobserve(): void {
    return undefined;
  }
  disconnect(): void {
    return undefined;
  }
};

if (!("fonts" in document)) Object.defineProperty(document, "fonts", { value: new EventTarget() });

window.getComputedStyle = styleOf;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
