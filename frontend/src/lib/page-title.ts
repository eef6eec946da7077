import { useEffect } from "react";
import { useTranslation } from "react-i18next";

/** The browser tab names the page first, the product last. */
export function usePageTitle(...parts: string[]): void {
  const { t } = useTranslation("common");
  const title = [...parts.filter(Boolean), t("app.name")].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
