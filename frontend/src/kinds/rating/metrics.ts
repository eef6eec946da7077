export interface Metric {
  key: string;
  title: string;
  help: string;
}

/** Whether people say why: they must, they may, or they are not asked. */
export type Justification = "required" | "optional" | "off";

type Settings = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** What is judged, as the settings of the stage have it. */
export function readMetrics(settings: Settings | undefined): readonly Metric[] {
  const raw = settings?.["metrics"];
  if (!Array.isArray(raw)) return [];
  return raw.filter(isRecord).map((entry) => {
    const key = asText(entry["key"]);
    return { key, title: asText(entry["title"]) || key, help: asText(entry["help"]) };
  });
}

export function readJustification(settings: Settings): Justification {
  const said = settings["justification"] ?? settings["comment"];
  return said === "required" || said === "off" ? said : "optional";
}

/** The words for the two ends of a scale from 1 to 5, where the project chose its own. */
export function readEnds(settings: Settings | undefined): { low: string; high: string } {
  return { low: asText(settings?.["low_label"]), high: asText(settings?.["high_label"]) };
}
