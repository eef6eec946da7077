import type { VersionBrief } from "@/api/models";
import type { Figures, SeedQuality } from "@/api/seed-quality";

/** All figures of the page, one line each, as spreadsheets read them. */
export function csvOf(found: SeedQuality, seedsOf: (version: VersionBrief | null) => string): string {
  const lines = [["stage", "of", "figure", "unit", "mean", "low", "high", "n"]];
  const add = (of: string, figures: Figures) => {
    for (const { name, unit } of found.figures) {
      const figure = figures[name];
      if (!figure) continue;
      const { mean, low, high, n } = figure;
      lines.push([found.stage ?? "", of, name, unit, ...[mean, low, high, n].map((value) => (value === null ? "" : String(value)))]);
    }
  };
  for (const { version, figures } of found.versions) add(seedsOf(version), figures);
  add("arm: seeded", found.arms.seeded.figures);
  add("arm: unseeded", found.arms.unseeded.figures);
  add("arm: seeded minus unseeded", found.arms.difference);
  return lines.map((line) => line.map(quoted).join(",")).join("\r\n");
}

/** A text that begins as a formula does must not become one in a spreadsheet. */
function quoted(text: string): string {
  const safe = /^[=+@\t\r]/.test(text) || /^-(?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
