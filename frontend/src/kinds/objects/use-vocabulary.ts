import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { result, server } from "@/api/client";

export interface LabelUse {
  label: string;
  count: number;
}

const LIMIT = 8;
/** Long enough to type two letters, short enough to be there when one looks up. */
const PAUSE_MS = 120;

/**
 * What others of this project call things that begin like this, the most used first. Nothing is
 * said when the server cannot be asked: any label may be typed without it.
 */
export function useVocabulary(assignmentId: number, typed: string, isAsking: boolean): readonly LabelUse[] {
  const [prefix] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data } = useQuery({
    queryKey: ["labels", assignmentId, prefix.toLowerCase()],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/assignments/{assignment_id}/labels", {
          params: { path: { assignment_id: assignmentId }, query: { prefix, limit: LIMIT } },
          signal,
        }),
      ),
    enabled: isAsking,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return data?.labels ?? NONE;
}

const NONE: readonly LabelUse[] = [];

/** The labels of this image first, then the project's; those that do not fit what is typed are left out. */
export function offered(typed: string, own: readonly string[], project: readonly LabelUse[]): LabelUse[] {
  const wanted = folded(typed);
  const seen = new Set([wanted]);
  const counts = new Map(project.map(({ label, count }) => [folded(label), count]));
  const all = [...own, ...project.map(({ label }) => label)];
  return all
    .filter((label) => {
      const key = folded(label);
      if (seen.has(key) || !beginsAWord(key, wanted)) return false;
      seen.add(key);
      return true;
    })
    .map((label) => ({ label, count: counts.get(folded(label)) ?? 0 }))
    .slice(0, LIMIT);
}

function folded(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ");
}

/** The same rule as the server's: what is typed stands at the beginning of any word. */
function beginsAWord(label: string, wanted: string): boolean {
  if (label.startsWith(wanted)) return true;
  for (let at = label.indexOf(wanted, 1); at > 0; at = label.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}'’]/u.test(label[at - 1] as string)) return true;
  }
  return false;
}
