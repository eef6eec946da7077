import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { glossary } from "@/components/term/glossary";
import german from "@/locales/de/glossary.json";
import english from "@/locales/en/glossary.json";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";

/** What a row of the page says, without the signs of Markdown and without addresses. */
const plain = (text: string) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "");

const page = readFileSync(resolve(import.meta.dirname, "../../../../docs/reference/glossary.md"), "utf8");
const documented = [...page.matchAll(/^\*\*(.+)\*\*$|^\| \*\*(.+?)\*\* \| (.+) \|$/gm)].map(
  ([, group, word, meaning]) => (group ? { group } : { word, meaning: plain(meaning ?? "") }),
);

test("the pages say of each word what the documentation says, in its order", () => {
  const said = glossary.flatMap(({ key, terms }) => [
    { group: english.group[key] },
    ...terms.map((id) => ({ word: english.word[id], meaning: english.meaning[id] })),
  ]);
  expect(said).toEqual(documented);
});

test("each word and each sentence has a place in the glossary, in German too", () => {
  const listed = glossary.flatMap(({ terms }) => terms).toSorted();
  for (const catalogue of [english.word, english.meaning, german.word, german.meaning])
    expect(Object.keys(catalogue).toSorted()).toEqual(listed);
});

test("all words stand on one page, where one is found by what is typed", async () => {
  renderApp("/glossary");
  await userEvent.type(await screen.findByRole("searchbox", { name: "Find a word" }), "replica");
  const work = screen.getByRole("region", { name: "Work" });
  expect(
    within(work)
      .getAllByRole("term")
      .map((term) => term.textContent),
  ).toContain("replica");
  expect(screen.queryByRole("region", { name: "Models" })).toBeNull();
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.type(screen.getByRole("searchbox"), "xyzzy");
  expect(screen.getByRole("status")).toHaveTextContent("No word like this");
});

test("a word is found by the command field, and the address names it", async () => {
  const { router } = renderApp("/projects");
  await screen.findByRole("heading", { level: 1 });
  await userEvent.keyboard("{Control>}k{/Control}");
  await userEvent.type(await screen.findByRole("combobox", { name: "Search and go" }), "early stopping");
  const words = await screen.findByRole("group", { name: "Words of the glossary" });
  await userEvent.click(within(words).getByRole("option", { name: /^early stopping/ }));
  await waitFor(() => expect(router.state.location.href).toBe("/glossary#early_stopping"));
  expect((await screen.findByText("early stopping")).closest("[aria-current]")).not.toBeNull();
});
