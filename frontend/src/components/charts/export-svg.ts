/** A chart as a file of its own: what style sheets say is written into it, title and legend above the drawing. */

const KEPT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];
const SPACE = "http://www.w3.org/2000/svg";
const TITLE_HEIGHT = 34;
const ROW_HEIGHT = 22;
const MARGIN = 12;

interface Exported {
  title: string;
  plot: SVGSVGElement;
  legend: { name: string; mark: SVGSVGElement }[];
}

/** Figures go into papers: they are drawn in light colours, whatever the page looks like now. */
function inLight<T>(work: () => T): T {
  const root = document.documentElement;
  const scheme = root.getAttribute("data-mantine-color-scheme");
  root.setAttribute("data-mantine-color-scheme", "light");
  try {
    return work();
  } finally {
    if (scheme === null) root.removeAttribute("data-mantine-color-scheme");
    else root.setAttribute("data-mantine-color-scheme", scheme);
  }
}

function styled(original: SVGElement): SVGElement {
  const copy = original.cloneNode(true) as SVGElement;
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  [original, ...original.querySelectorAll<SVGElement>("*")].forEach((element, place) => {
    const style = getComputedStyle(element);
    const target = copies[place];
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      if (value) target?.setAttribute(name, value);
    }
    target?.removeAttribute("class");
  });
  copy.querySelectorAll("[data-reading]").forEach((element) => element.remove());
  return copy;
}

function make(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

function legendOf(legend: Exported["legend"], width: number, font: Record<string, string | number>) {
  const group = make("g", {});
  let x = MARGIN;
  let y = TITLE_HEIGHT;
  for (const { name, mark } of legend) {
    const needed = 40 + 7 * name.length;
    if (x > MARGIN && x + needed > width) {
      x = MARGIN;
      y += ROW_HEIGHT;
    }
    const place = make("g", { transform: `translate(${String(x)} ${String(y)})` });
    place.append(...[...styled(mark).childNodes], make("text", { ...font, x: 34, y: 10, "font-size": 13 }, name));
    group.append(place);
    x += needed + 12;
  }
  return { group, height: legend.length > 0 ? y + ROW_HEIGHT : TITLE_HEIGHT };
}

export function svgOf({ title, plot, legend }: Exported): string {
  return inLight(() => {
    const [, , width = 640, height = 240] = (plot.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const font = { "font-family": getComputedStyle(document.body).fontFamily || "sans-serif", fill: "#191e22" };
    const head = legendOf(legend, width, font);
    const all = { width, height: height + head.height };
    const svg = make("svg", { ...all, viewBox: `0 0 ${String(all.width)} ${String(all.height)}`, role: "img" });
    const body = make("g", { transform: `translate(0 ${String(head.height)})` });
    body.append(...styled(plot).childNodes);
    svg.append(
      make("rect", { width: all.width, height: all.height, fill: "#ffffff" }),
      make("text", { ...font, x: MARGIN, y: 22, "font-size": 15, "font-weight": 600 }, title),
      head.group,
      body,
    );
    return new XMLSerializer().serializeToString(svg);
  });
}
