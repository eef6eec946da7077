// What a walk by Tab meets; `tabbing.py` presses the keys. Everything is noted while the focus moves, so that a stop costs
// one key and one question.
(() => {
  const OPERABLE =
    "a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex]:not([tabindex='-1']), " +
    "[role=button], [role=link], [role=tab], [role=checkbox], [role=switch], [role=slider], [role=combobox]";
  // One stop for all of them; arrow keys lead from one to the next.
  const COMPOSITE =
    "[role=tablist], [role=radiogroup], [role=listbox], [role=menu], [role=menubar], [role=toolbar], [role=tree], [role=grid], [data-canvas]";
  // The ring around a box of an image is painted with the image; `canvas/use-focused-box` holds that it is.
  const PAINTED = "[data-box-id]";
  // A click there does by pointer what keys do elsewhere: the field that a label is of, the tools of an image.
  const POINTED_AT = "label, [data-canvas], [data-canvas] *";
  const SHOWN = ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "borderColor", "backgroundColor"];
  const DRAWN = ["stroke", "strokeWidth", "fill", "opacity", "textDecorationLine", "clipPath", "transform"];

  const isVisible = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && element.getClientRects().length > 0;
  const isOff = (element) =>
    element.matches(":disabled, [aria-disabled=true], [data-disabled]") ||
    element.closest("[inert], [aria-hidden=true], fieldset:disabled") !== null;
  const nameOf = (element) => {
    const words = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
    const place = element.closest("[role=dialog], nav, main, header, footer")?.tagName.toLowerCase() ?? "body";
    const role = element.getAttribute("role") ?? element.tagName.toLowerCase();
    const named = (words || element.id || element.className || "").toString().trim().replace(/\s+/g, " ").slice(0, 60);
    return `${role} "${named}" in ${place}`;
  };
  const handlesClicks = (element) => {
    const key = Object.keys(element).find((each) => each.startsWith("__reactProps$"));
    return key !== undefined && typeof element[key].onClick === "function";
  };
  // A ring may be drawn around the element, the label that stands for it, or the box it fills.
  const drawnFor = (element) => {
    const around = [element.parentElement, element.parentElement?.parentElement, element.parentElement?.parentElement?.parentElement];
    const beside = [element.nextElementSibling, element.previousElementSibling, ...(element.labels ?? [])];
    return [element, ...around, ...beside, ...element.children].filter((each) => each instanceof Element);
  };
  const looksOf = (element) =>
    drawnFor(element)
      .flatMap((each) => ["", "::before", "::after"].map((pseudo) => getComputedStyle(each, pseudo)))
      .map((style) => [...SHOWN, ...DRAWN].map((property) => style[property]).join(" "))
      .join("|");

  let stops, unseen, backwards, wentRound, last, start, expected;

  const closeLast = () => {
    if (!last) return;
    if (last.element.isConnected && isVisible(last.element) && !last.element.matches(PAINTED) && looksOf(last.element) === last.looks) {
      unseen.push(nameOf(last.element));
    }
    last = undefined;
  };
  const note = (event) => {
    const element = event.target;
    closeLast();
    if (element === stops[0] || element === start) {
      wentRound = true;
      return;
    }
    const before = stops.at(-1);
    if (before && !(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)) {
      backwards.push(nameOf(element));
    }
    stops.push(element);
    last = { element, looks: looksOf(element) };
  };
  const isReached = (element) => {
    const reached = new Set(stops);
    if (reached.has(element) || stops.some((each) => element.contains(each) || each.contains(element))) return true;
    if (element.matches("input[type=radio]")) {
      return stops.some((each) => each.type === "radio" && each.name === element.name);
    }
    // The steps of a number and the arrow of a choice do by pointer what the arrow keys do in the field.
    const field = element.tabIndex < 0 && element.closest("[data-position]")?.parentElement?.querySelector("input");
    if (field && reached.has(field)) return true;
    if (element.labels === undefined && element.closest("label")?.control && reached.has(element.closest("label").control)) return true;
    const composite = element.closest(COMPOSITE);
    return composite !== null && stops.some((each) => composite.contains(each) || each.getAttribute("aria-controls") === composite.id);
  };

  window.tabbing = {
    begin() {
      [stops, unseen, backwards, wentRound, last] = [[], [], [], false, undefined];
      start = document.createElement("span");
      start.tabIndex = -1;
      document.body.prepend(start);
      start.focus();
      const all = [...document.body.querySelectorAll("*")].filter((each) => each !== start && isVisible(each) && !isOff(each));
      const operable = all.filter((each) => each.matches(OPERABLE));
      expected = [...new Set([...operable, ...all.filter((each) => handlesClicks(each) && !each.matches(POINTED_AT))])];
      document.addEventListener("focusin", note);
      return operable.filter((each) => each.tabIndex >= 0).length;
    },
    wentRound() {
      return wentRound || document.activeElement === document.body;
    },
    end() {
      wentRound = this.wentRound();
      document.removeEventListener("focusin", note);
      document.activeElement?.blur();
      closeLast();
      start.remove();
      const unreached = expected.filter((each) => each.isConnected && isVisible(each) && !isOff(each) && !isReached(each));
      return {
        stops: stops.map(nameOf),
        went_round: wentRound,
        unreached: unreached.map(nameOf),
        unseen,
        backwards,
      };
    },
  };
})();
