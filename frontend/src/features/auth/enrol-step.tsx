import { Alert, Button, Divider, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Enrolled, Session } from "@/api/types";
import { QueryView } from "@/components/query-view";
import { AppSetup } from "@/components/second-factor/app-setup";
import { FactorError } from "@/components/second-factor/factor-error";
import { PasskeySetup } from "@/components/second-factor/passkey-setup";
import { RecoveryCodes } from "@/components/second-factor/recovery-codes";
import { hasPasskeys } from "@/lib/passkeys";
import { addPasskey, beginApp, secondFactorsQuery } from "@/lib/queries/second-factors";
import { messageOf } from "@/lib/server-messages";

/** Who has to have a second factor and has none sets one up before anything else. */
export function EnrolStep({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  const { t } = useTranslation("auth");
  if (enrolled) {
    return (
      <Stack>
        <Title order={2}>{t("factor.codes_title")}</Title>
        <RecoveryCodes codes={enrolled.recovery_codes} onKept={() => onSignedIn(enrolled.session)} />
      </Stack>
    );
  }
  return <Choice onReady={setEnrolled} />;
}

function Choice({ onReady }: { onReady: (enrolled: Enrolled) => void }) {
  const { t } = useTranslation("auth");
  const factors = useQuery(secondFactorsQuery);
  const app = useMutation({ mutationFn: beginApp });
  const passkey = useMutation({ mutationFn: addPasskey, onSuccess: onReady });
  if (app.data) return <AppSetup app={app.data} onReady={onReady} />;
  return (
    <QueryView query={factors}>
      {({ no_passkeys }) => (
        <Stack>
          <FactorError error={app.error ?? passkey.error} />
          <div>
            <Title order={2}>{t("factor.app")}</Title>
            <Text size="sm">{t("factor.app_text")}</Text>
          </div>
          <Button loading={app.isPending} onClick={() => app.mutate()}>
            {t("factor.app_set")}
          </Button>
          <Divider label={t("sign_in.or")} />
          <div>
            <Title order={2}>{t("factor.passkeys")}</Title>
            <Text size="sm">{t("factor.passkey_text")}</Text>
          </div>
          {no_passkeys || !hasPasskeys() ? (
            <Alert color="gray">{no_passkeys ? messageOf(no_passkeys) : t("factor.passkey_unknown")}</Alert>
          ) : (
            <PasskeySetup isBusy={passkey.isPending} onAdd={(name) => passkey.mutate(name)} />
          )}
        </Stack>
      )}
    </QueryView>
  );
}
