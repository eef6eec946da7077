import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatsQuery } from "@/lib/queries/formats";

/** What a format is called and what it is for: in the reader's language, or else as the server says it. */
export function useFormatWords() {
  const { t } = useTranslation("exports");
  const formats = useQuery(formatsQuery).data?.exports;
  return (name: string) => {
    const format = formats?.find((known) => known.name === name);
    return {
      label: t(`new.${name}` as "new.coco", { defaultValue: format?.title ?? name }),
      hint: t(`new.${name}_hint` as "new.coco_hint", { defaultValue: format?.summary ?? "" }),
    };
  };
}
