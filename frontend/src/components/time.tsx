import { formatDateTime, formatRelative } from "@/lib/format";
import { useTranslation } from "react-i18next";

/** "5 minutes ago", with the full time on hover. */
export function Time({ at }: { at: string | null }) {
  const { t } = useTranslation("common");
  if (!at) return <>{t("time.never")}</>;
  return (
    <time dateTime={at} title={formatDateTime(at)} style={{ whiteSpace: "nowrap" }}>
      {formatRelative(at)}
    </time>
  );
}
