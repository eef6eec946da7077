import { useTranslation } from "react-i18next";
import type catalogue from "@/locales/en/gold.json";

type PartKey = keyof (typeof catalogue)["part"];

/** A part of an answer as people call it: "votes.one_sentence" is "one sentence". */
export function usePartName(): (path: string) => string {
  const { t, i18n } = useTranslation("gold");
  return (path) => {
    const name = path.replace(/^votes\./, "");
    return i18n.exists(`gold:part.${name}`) ? t(`part.${name as PartKey}`) : name.replaceAll("_", " ");
  };
}
