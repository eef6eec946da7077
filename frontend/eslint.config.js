import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { readdirSync } from "node:fs";
import tseslint from "typescript-eslint";

/** Imports go one way: app -> features -> kinds -> canvas | components -> lib -> api. */
const layers = ["app", "features", "kinds", "canvas", "components", "lib", "api"];
const siblings = new Set(["canvas", "components"]);

function zonesBetweenLayers() {
  return layers.flatMap((layer, position) => {
    const forbidden = layers.slice(0, position);
    if (siblings.has(layer)) {
      forbidden.push(...[...siblings].filter((other) => other !== layer));
    }
    return [...new Set(forbidden)].map((from) => ({
      target: `./src/${layer}`,
      from: `./src/${from}`,
      message: `${layer} may not import ${from}: imports go one way.`,
    }));
  });
}

/** Features are rooms with closed doors: what two of them need lives in a lower layer. */
function zonesBetweenFeatures() {
  return readdirSync("./src/features").map((feature) => ({
    target: `./src/features/${feature}`,
    from: "./src/features",
    except: [`./${feature}`],
    message: "A feature may not import another feature.",
  }));
}

/** One way to say each thing, so that no file looks as if somebody else had written it. */
const topArrow =
  ":matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > ArrowFunctionExpression";
const dialect = [
  {
    selector: ":matches(TSPropertySignature, TSIndexSignature)[readonly=true]",
    message: "Properties of types carry no `readonly`; what must not change is a `readonly T[]` or a private field.",
  },
  {
    selector: `${topArrow}[body.type="BlockStatement"]`,
    message: "A function of more than one expression is a function declaration.",
  },
  {
    selector: `${topArrow.replace("VariableDeclarator", "VariableDeclarator:not([id.typeAnnotation])")}[body.type=/^JSX/]`,
    message: "A component is a function declaration.",
  },
  {
    selector:
      'JSXExpressionContainer > ArrowFunctionExpression > BlockStatement[body.length=1] > ExpressionStatement[expression.type="CallExpression"]',
    message: "A handler of one call needs no braces.",
  },
];

export default tseslint.config(
  { ignores: ["dist", "coverage", "node_modules", "src/api/schema.d.ts"] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  jsxA11y.flatConfigs.recommended,
  reactHooks.configs.flat.recommended,
  {
    files: ["**/*.{ts,tsx,js}"],
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createTypeScriptImportResolver()] },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones: [...zonesBetweenLayers(), ...zonesBetweenFeatures()] }],
      // A scrolling region must be reachable by keyboard (WCAG 2.1.1).
      "jsx-a11y/no-noninteractive-tabindex": ["error", { roles: ["tabpanel", "region"], tags: [] }],
      "no-restricted-imports": [
        "error",
        { patterns: [{ group: ["@/lib/safe-work/*"], message: "Import what keeps work safe from @/lib/safe-work." }] },
      ],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "no-restricted-syntax": ["error", ...dialect],
      "@typescript-eslint/consistent-type-imports": "error",
      "max-lines": ["error", { max: 400, skipBlankLines: false, skipComments: false }],
      "no-console": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    files: ["src/**/*.test.{ts,tsx}", "src/testing/**"],
    rules: { "import-x/no-restricted-paths": "off", "@typescript-eslint/no-non-null-assertion": "off" },
  },
);
