import type { Plugin } from "vite";

/**
 * Writes beside the page which files the server tells a browser to fetch ahead (annotate/config/frontend.py): what a
 * workbench needs is named in no file that the page itself names, so a browser would learn of it step by step.
 */
export function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
      const filesOf = (name: string): string[] => {
        const chunk = chunks.find((each) => each.name === name);
        if (!chunk) throw new Error(`There is no file of script named ${name}; see chunks.ts.`);
        return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])];
      };
      const languages = chunks.flatMap(({ name }) => /^words-(\w+)$/.exec(name)?.[1] ?? []);
      const ahead = {
        words: Object.fromEntries(languages.map((tag) => [tag, filesOf(`words-${tag}`)])),
        work: ["fields", "editors"].flatMap(filesOf),
      };
      this.emitFile({ type: "asset", fileName: "preloads.json", source: JSON.stringify(ahead) });
    },
  };
}
