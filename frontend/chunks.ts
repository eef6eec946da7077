import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Which modules lie in one file of script. Left to itself, the bundler makes a file of each set of modules that
 * the same pages share: hundreds, of which a workbench needed 86 and more. A browser waits longer for many
 * files than for the bytes in them.
 *
 * start     what every page needs, with the page around a task
 * fields    the library's small parts, icons among them, that start does not need
 * editors   what pages of more than one of the groups are made of
 * boxes, texts, judging, hits   what those of one group are made of
 * words-de  the catalogues of a workbench, by language
 */

interface Context {
  getModuleInfo(id: string): { importedIds?: readonly string[] } | null;
}

const workbenches = (...kinds: string[]) => kinds.map((kind) => `kinds/${kind}/${kind}-workbench.tsx`);

const GROUPS = {
  boxes: workbenches("objects", "ocr"),
  texts: workbenches("caption", "description"),
  judging: workbenches("likert", "ranking", "side-by-side", "vote"),
  hits: ["features/workbench/hit/route.tsx"],
};

const OWN = /[\\/]frontend[\\/]src[\\/]/;
const WORDS = /[\\/]locales[\\/](\w+)[\\/](common|workbench|answers|guidelines|hits|entered)\.json$/;
const LIBRARY = /[\\/]node_modules[\\/]@(mantine|tabler)[\\/]/;
const FIELDS = [
  /[\\/]components[\\/](Checkbox|Divider|FloatingIndicator|InlineInput|Radio|SegmentedControl|Switch|Tabs|Textarea)[\\/]/,
  /[\\/]core[\\/]esm[\\/](core|utils)[\\/]/,
  /[\\/]@mantine[\\/]hooks[\\/]/,
  /[\\/]icons[\\/]Icon\w+\.mjs$/,
];
const isField = (id: string) => LIBRARY.test(id) && FIELDS.some((each) => each.test(id));

function moduleAt(name: string): string {
  const path = fileURLToPath(new URL(`./src/${name}`, import.meta.url));
  if (!existsSync(path)) throw new Error(`There is no ${path}.`);
  return path;
}

/** Our own modules that are loaded with one, itself included. */
function reached(from: string, context: Context, found: Set<string>): Set<string> {
  if (found.has(from) || !OWN.test(from)) return found;
  found.add(from);
  for (const next of context.getModuleInfo(from)?.importedIds ?? []) reached(next, context, found);
  return found;
}

/** Our own modules of each group. */
function groupsOf(context: Context): [string, Set<string>][] {
  return Object.entries(GROUPS).map(([name, paths]) => {
    const found = new Set<string>();
    for (const path of paths) reached(moduleAt(path), context, found);
    return [name, found];
  });
}

/** Names the file of a module that not every page needs; null leaves it to the bundler. */
export function chunkNames() {
  let groups: [string, Set<string>][] | undefined;
  return (id: string, context: Context): string | null => {
    const words = WORDS.exec(id);
    if (words) return `words-${words[1] ?? ""}`;
    if (isField(id)) return "fields";
    groups ??= groupsOf(context);
    const users = groups.filter(([, modules]) => modules.has(id)).map(([name]) => name);
    return users.length > 1 ? "editors" : (users[0] ?? null);
  };
}
