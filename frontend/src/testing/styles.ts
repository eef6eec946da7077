/**
 * Styles as they stand at elements themselves. jsdom holds an element against every rule of every style sheet
 * whenever it is asked for its style, and libraries ask for that of each element they look at: it took a third of
 * the time of all tests. None of them is about a style sheet.
 */

const BLOCKS = new Set(
  (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form" +
    " h1 h2 h3 h4 h5 h6 header hgroup hr html legend main menu nav ol optgroup option p pre search section summary ul"
  ).split(" "),
);
const OTHERS: Record<string, string> = {
  li: "list-item",
  table: "table",
  caption: "table-caption",
  thead: "table-header-group",
  tbody: "table-row-group",
  tfoot: "table-footer-group",
  tr: "table-row",
  td: "table-cell",
  th: "table-cell",
  button: "inline-block",
  input: "inline-block",
  meter: "inline-block",
  progress: "inline-block",
  select: "inline-block",
  textarea: "inline-block",
};
const UNSEEN = new Set([
  "base",
  "datalist",
  "head",
  "link",
  "meta",
  "noscript",
  "script",
  "style",
  "template",
  "title",
]);
const INHERITED: Record<string, string> = { direction: "ltr", "pointer-events": "auto", visibility: "visible" };
const USUAL: Record<string, string> = {
  opacity: "1",
  overflow: "visible",
  "overflow-x": "visible",
  "overflow-y": "visible",
  position: "static",
};

function usualDisplay(element: Element): string {
  const name = element.localName;
  if (element.hasAttribute("hidden") || UNSEEN.has(name)) return "none";
  if (name === "dialog" && !element.hasAttribute("open")) return "none";
  if (name === "input" && element.getAttribute("type") === "hidden") return "none";
  return BLOCKS.has(name) ? "block" : (OTHERS[name] ?? "inline");
}

function valueOf(element: Element, property: string): string {
  const own = (element as HTMLElement).style.getPropertyValue(property);
  if (own !== "" && own !== "inherit") return own;
  if (property === "display") return usualDisplay(element);
  if (property in INHERITED) {
    return element.parentElement ? valueOf(element.parentElement, property) : INHERITED[property]!;
  }
  return USUAL[property] ?? own;
}

const withHyphens = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What `window.getComputedStyle` is while components are tested. */
export function styleOf(element: Element): CSSStyleDeclaration {
  return new Proxy((element as HTMLElement).style, {
    get(own, name) {
      if (name === "getPropertyValue") return (property: string) => valueOf(element, property);
      const value: unknown = Reflect.get(own, name);
      if (typeof value === "function") return value.bind(own) as unknown;
      return typeof value === "string" && typeof name === "string" ? valueOf(element, withHyphens(name)) : value;
    },
  });
}
