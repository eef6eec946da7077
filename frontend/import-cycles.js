/**
 * Refuses imports that go in a circle, those of types and of lazy pages included: eslint's
 * import-x/no-cycle overlooks types. `node import-cycles.js [folder]`
 */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import ts from "typescript";

const root = resolve(process.argv[2] ?? "src");
const { options } = ts.parseJsonConfigFileContent({ extends: "./tsconfig.json" }, ts.sys, import.meta.dirname);

function importsOf(file) {
  return ts
    .preProcessFile(readFileSync(file, "utf8"))
    .importedFiles.map(({ fileName }) => ts.resolveModuleName(fileName, file, options, ts.sys).resolvedModule)
    .filter((module) => module && !module.isExternalLibraryImport)
    .map((module) => resolve(module.resolvedFileName));
}

/** The strongly connected components of more than one file (Tarjan 1972). */
function circlesOf(graph) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const circles = [];
  function visit(file) {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1) circles.push(component);
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

const files = readdirSync(root, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
const graph = new Map(files.map((name) => [join(root, name), importsOf(join(root, name))]));
const circles = circlesOf(graph);
for (const circle of circles) {
  const lines = circle.map((file) => {
    const inside = graph.get(file).filter((next) => circle.includes(next));
    return `  ${relative(root, file)} -> ${inside.map((next) => relative(root, next)).join(", ")}\n`;
  });
  process.stderr.write(`Imports go in a circle:\n${lines.join("")}`);
}
process.exitCode = circles.length > 0 ? 1 : 0;
