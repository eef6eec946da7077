import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { PasskeyStopped } from "@/lib/passkeys";

/** What went wrong; that somebody closed the browser's own dialog is no fault. */
export function FactorError({ error }: { error: unknown }) {
  const { t } = useTranslation("auth");
  if (!error) return null;
  if (error instanceof PasskeyStopped) {
    return (
      <Alert role="alert" color="yellow">
        {t("factor.passkey_stopped")}
      </Alert>
    );
  }
  return <ErrorNotice error={error} hideFields />;
}
