import type { VersionBrief } from "@/api/models";
import type { Figures, SeedQuality } from "@/api/seed-quality";
import { csvOf as written, type Cell } from "@/lib/csv";

/** All figures of the page, one line each, as spreadsheets read them. */
export function csvOf(quality: SeedQuality, seedsOf: (version: VersionBrief | null) => string): string {
  const lines: Cell[][] = [["stage", "of", "figure", "unit", "mean", "low", "high", "n"]];
  const add = (of: string, figures: Figures) => {
    for (const { name, unit } of quality.figures) {
      const figure = figures[name];
      if (!figure) continue;
      const { mean, low, high, n } = figure;
      lines.push([quality.stage ?? "", of, name, unit, mean, low, high, n]);
    }
  };
  for (const { version, figures } of quality.versions) add(seedsOf(version), figures);
  add("arm: seeded", quality.arms.seeded.figures);
  add("arm: unseeded", quality.arms.unseeded.figures);
  add("arm: seeded minus unseeded", quality.arms.difference);
  return written(lines);
}
