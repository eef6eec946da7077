import { useState } from "react";
import type { NewRelease, Release, ReleasePreview, ReleaseScope } from "@/api/releases";
import { nextVersion } from "./next-version";

export const EVERYTHING: ReleaseScope = { only_approved: false, split: "" };
/** Every round of every sample: it is in each release. */
export const ALWAYS = "iiw-jsonl";

export type ReleaseDraft = NewRelease & { formats: NonNullable<NewRelease["formats"]> };

/** What a release is asked for with; a version follows its name until somebody types one. */
export function useReleaseDraft(project: string, known: ReleasePreview, last: Release | null) {
  const suggested = (name: string) => nextVersion(known.latest.find((each) => each.name === name.trim())?.version);
  const [draft, setDraft] = useState<ReleaseDraft>(() => {
    const name = last?.name ?? project;
    const wanted = last?.formats ?? [ALWAYS, "coco"];
    return {
      ...EVERYTHING,
      name,
      version: suggested(name),
      description: last?.description ?? "",
      licence: last?.licence ?? "",
      citation: last?.citation ?? "",
      formats: offered(known).filter((format) => wanted.includes(format)),
    };
  });
  const change = (changes: Partial<ReleaseDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const rename = (name: string) =>
    setDraft((before) => ({
      ...before,
      name,
      version: before.version === suggested(before.name) ? suggested(name) : before.version,
    }));
  return { draft, change, rename };
}

/** Those that apply to the project, the one that is always in it first. */
export const offered = ({ formats }: ReleasePreview): ReleaseDraft["formats"] =>
  [...formats].sort((a, b) => Number(b === ALWAYS) - Number(a === ALWAYS)) as ReleaseDraft["formats"];
