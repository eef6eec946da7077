import { useTranslation } from "react-i18next";

const KINDS = ["much", "some", "same", "some", "much"] as const;

/** The five places of the scale in words that name the sources, from the first to the second. */
export function useLevelNames(sources: readonly string[]): string[] {
  const { t } = useTranslation("studies");
  return KINDS.map((kind, level) => t(`level.${kind}`, { name: sources[level < 2 ? 0 : 1] ?? "" }));
}
