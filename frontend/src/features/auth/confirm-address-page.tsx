import { Button, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { GateCard } from "@/components/gate-card";
import { LinkButton, TextLink } from "@/components/link-button";
import { usePageTitle } from "@/lib/page-title";
import { sessionQuery } from "@/lib/queries/session";
import { confirmAddress } from "./api/addresses";
import { useLinkSecret } from "./use-link-secret";

/** Where the link of the mail leads. One presses a button: mail programs open links by themselves. */
export default function ConfirmAddressPage() {
  const { t } = useTranslation("auth");
  const token = useLinkSecret();
  // Asking also brings the CSRF cookie that confirming needs.
  useQuery(sessionQuery);
  const confirm = useMutation({ mutationFn: () => confirmAddress(token) });
  usePageTitle(t("address.title"));
  return (
    <GateCard>
      {confirm.isSuccess ? (
        <Stack role="status">
          <Title order={1}>{t("address.done_title")}</Title>
          <Text>{t("address.done")}</Text>
          <LinkButton to="/">{t("address.home")}</LinkButton>
        </Stack>
      ) : (
        <Stack>
          <Title order={1}>{t("address.title")}</Title>
          <Text>{t(token ? "address.text" : "address.no_token")}</Text>
          {confirm.error && <ErrorNotice error={confirm.error} />}
          {token && (
            <Button loading={confirm.isPending} onClick={() => confirm.mutate()} fullWidth>
              {t("address.confirm")}
            </Button>
          )}
          {(!token || confirm.isError) && <TextLink to="/">{t("address.home")}</TextLink>}
        </Stack>
      )}
    </GateCard>
  );
}
