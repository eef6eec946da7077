export interface Criterion {
  key: string;
  title: string;
  help: string;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The questions of a stage, as its settings have them. */
export function readCriteria(settings: Readonly<Record<string, unknown>> | undefined): readonly Criterion[] {
  const raw = settings?.["criteria"];
  if (!Array.isArray(raw)) return [];
  return raw.filter(isRecord).map((entry) => {
    const key = String(entry["key"] ?? "");
    return { key, title: String(entry["title"] ?? key), help: String(entry["help"] ?? "") };
  });
}
