import { useTranslation } from "react-i18next";
import { readableKey } from "@/kinds/readable-key";
import { readCriteria } from "@/kinds/vote/criteria";

/** `votes.objective` and `text_detected` as the questions people were asked. */
export function useFieldName(settings: Readonly<Record<string, unknown>> | undefined) {
  const { t } = useTranslation("workbench");
  return (path: string): string => {
    if (path === "text_detected") return t("caption.text_question");
    if (path === "canned") return t("caption.can");
    const key = path.startsWith("votes.") ? path.slice("votes.".length) : path;
    const criterion = readCriteria(settings).find((known) => known.key === key);
    return criterion?.title ?? readableKey(key);
  };
}
