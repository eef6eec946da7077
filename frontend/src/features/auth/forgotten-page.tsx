import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { GateCard } from "@/components/gate-card";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { usePageTitle } from "@/lib/page-title";
import { askForLink, passwordResetsQuery } from "./api/password-resets";

/** Asks for a link by mail. What is answered is the same whether or not there is such an account. */
export default function ForgottenPage() {
  const { t } = useTranslation("auth");
  const resets = useQuery(passwordResetsQuery);
  usePageTitle(t("forgotten.title"));
  return (
    <GateCard>
      <Stack>
        <QueryView query={resets}>{({ available }) => (available ? <Ask /> : <Off />)}</QueryView>
        <TextLink size="sm" to="/login">
          {t("forgotten.back")}
        </TextLink>
      </Stack>
    </GateCard>
  );
}

function Off() {
  const { t } = useTranslation("auth");
  return (
    <>
      <Title order={1}>{t("forgotten.title")}</Title>
      <Text>{t("forgotten.off")}</Text>
    </>
  );
}

function Ask() {
  const { t } = useTranslation("auth");
  const form = useForm({
    initialValues: { account: "" },
    validate: { account: (value) => (value.trim() ? null : t("forgotten.required")) },
  });
  const ask = useMutation({ mutationFn: ({ account }: typeof form.values) => askForLink(account) });
  if (ask.isSuccess) {
    return (
      <div role="status">
        <Stack>
          <Title order={1}>{t("forgotten.sent_title")}</Title>
          <Text>{t("forgotten.sent")}</Text>
          <Text size="sm" c="dimmed">
            {t("forgotten.nothing_came")}
          </Text>
        </Stack>
      </div>
    );
  }
  return (
    <>
      <div>
        <Title order={1}>{t("forgotten.title")}</Title>
        <Text c="dimmed" size="sm">
          {t("forgotten.text")}
        </Text>
      </div>
      <form onSubmit={form.onSubmit((values) => ask.mutate(values))} noValidate>
        <Stack>
          {ask.error && <ErrorNotice error={ask.error} />}
          <TextInput
            label={t("forgotten.account")}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            {...form.getInputProps("account")}
          />
          <Button type="submit" loading={ask.isPending} fullWidth>
            {t("forgotten.submit")}
          </Button>
        </Stack>
      </form>
    </>
  );
}
