import { useTranslation } from "react-i18next";
import type catalogue from "@/locales/en/models.json";

type Choice = keyof (typeof catalogue)["choice"];

/** What a choice of a model's setting is called, or the word that is stored where the catalogue knows none. */
export function useChoiceName(): (field: string, value: string) => string {
  const { t, i18n } = useTranslation("models");
  return (field, value) => {
    const key = `${field}_${value}`;
    return i18n.exists(`models:choice.${key}`) ? t(`choice.${key as Choice}`) : value;
  };
}
