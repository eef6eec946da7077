import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the check of `npm run lint` says about two files. */
function check(first: string, second: string) {
  const folder = mkdtempSync(join(tmpdir(), "cycles-"));
  writeFileSync(join(folder, "first.ts"), first);
  writeFileSync(join(folder, "second.ts"), second);
  return spawnSync("node", ["import-cycles.js", folder], { encoding: "utf8" });
}

const USES_FIRST = 'import type { First } from "./first";\nexport type Second = First[];\n';

test("a circle made of types alone is refused", () => {
  const { status, stderr } = check(
    'import type { Second } from "./second";\nexport type First = Second;\n',
    USES_FIRST,
  );
  expect(status).toBe(1);
  expect(stderr).toContain("second.ts -> first.ts");
});

test("imports that go one way pass", () => expect(check("export type First = string;\n", USES_FIRST).status).toBe(0));
