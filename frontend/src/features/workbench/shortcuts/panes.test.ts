import { afterEach, beforeEach, expect, it } from "vitest";
import { goToPane } from "./panes";

beforeEach(() => {
  document.body.innerHTML = `
    <header><button>Back</button></header>
    <main>
      <div data-canvas><svg><g tabindex="0" id="box"></g></svg></div>
      <section aria-label="Text">
        <button>Tab</button>
        <section aria-label="Inner"><textarea id="text"></textarea></section>
      </section>
    </main>
    <aside aria-label="Hidden" hidden><button>No</button></aside>`;
});
afterEach(() => document.body.replaceChildren());

const focus = () => document.activeElement?.id || document.activeElement?.textContent;

it("goes round the parts of the page, to the field one writes in where there is one", () => {
  const visited = [1, 2, 3, 4].map(() => {
    goToPane(1);
    return focus();
  });
  expect(visited).toEqual(["Back", "box", "text", "Back"]);
});

it("goes back as well, from wherever one is in a part", () => {
  document.querySelector<HTMLElement>("section > button")?.focus();
  goToPane(-1);
  expect(focus()).toBe("box");
  goToPane(-1);
  goToPane(-1);
  expect(focus()).toBe("text");
});

it("stays where it is on a page without parts", () => {
  document.body.innerHTML = "<p>Nothing</p>";
  goToPane(1);
  expect(document.activeElement).toBe(document.body);
});
