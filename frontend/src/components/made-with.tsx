import { useTranslation } from "react-i18next";

/** "made with version 0.1.0": what computed a result, as the server wrote it down beside it ("annotate 0.1.0"). */
export function MadeWith({ code }: { code: string }) {
  const { t } = useTranslation("common");
  return <>{t("made_with", { version: code.replace(/^annotate /, "") })}</>;
}
