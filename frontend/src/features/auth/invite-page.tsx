import { Button, Divider, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { User } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { FormError } from "@/components/form-error";
import { PasswordInput } from "@/components/password-input";
import { GateCard } from "@/components/gate-card";
import { LinkButton } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { fieldErrors } from "@/lib/form-errors";
import { formatDate } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { sessionQuery } from "@/lib/queries/session";
import { acceptInvitation, invitationQuery, type NewAccount } from "./api/invitations";

export default function InvitePage({ token }: { token: string }) {
  const { t } = useTranslation("auth");
  const { t: common } = useTranslation("common");
  const invitation = useQuery(invitationQuery(token));
  const session = useQuery(sessionQuery);
  usePageTitle(t("invite.title"));
  return (
    <GateCard>
      <Stack>
        <Title order={1}>{t("invite.title")}</Title>
        <QueryView query={invitation}>
          {(info) => (
            <>
              <div>
                <Text>{t("invite.text", { project: info.project.name, role: common(`role.${info.role}`) })}</Text>
                <Text size="sm" c="dimmed">
                  {t("invite.expires", { date: formatDate(info.expires_at) })}
                </Text>
              </div>
              <QueryView query={session}>
                {({ user }) => (user ? <Join token={token} user={user} /> : <Register token={token} />)}
              </QueryView>
            </>
          )}
        </QueryView>
      </Stack>
    </GateCard>
  );
}

function useAccept(token: string) {
  const { t } = useTranslation("auth");
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (account: NewAccount | null) => acceptInvitation(token, account),
    onSuccess: async () => {
      // Who is new here may have to set up a second factor before they are in: the server says.
      client.clear();
      notifyDone(t("invite.joined"));
      await navigate({ to: "/" });
    },
  });
}

function Join({ token, user }: { token: string; user: User }) {
  const { t } = useTranslation("auth");
  const accept = useAccept(token);
  return (
    <Stack>
      <Text size="sm">{t("invite.signed_in_as", { name: user.display_name || user.username })}</Text>
      {accept.error && <ErrorNotice error={accept.error} />}
      <Button loading={accept.isPending} onClick={() => accept.mutate(null)}>
        {t("invite.accept")}
      </Button>
    </Stack>
  );
}

const names = ["username", "display_name", "password"] as const;

function Register({ token }: { token: string }) {
  const { t } = useTranslation("auth");
  const accept = useAccept(token);
  const required = (value: string) => (value.trim() ? null : t("invite.required"));
  const form = useForm<NewAccount>({
    initialValues: { username: "", display_name: "", password: "" },
    validate: { username: required, display_name: required, password: required },
  });
  const submit = (values: NewAccount) =>
    accept.mutate(values, {
      onError: (error) => form.setErrors(fieldErrors(error, names)),
    });
  return (
    <>
      <Divider />
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <Text size="sm">{t("invite.new_account")}</Text>
          <FormError error={accept.error} names={names} />
          <TextInput
            label={t("invite.username")}
            description={t("invite.username_hint")}
            autoComplete="username"
            autoCapitalize="none"
            {...form.getInputProps("username")}
          />
          <TextInput label={t("invite.display_name")} autoComplete="name" {...form.getInputProps("display_name")} />
          <PasswordInput
            label={t("invite.password")}
            description={t("invite.password_hint")}
            autoComplete="new-password"
            {...form.getInputProps("password")}
          />
          <Button type="submit" loading={accept.isPending}>
            {t("invite.create")}
          </Button>
          <LinkButton to="/login" search={{ next: `/invite/${token}` }} variant="default">
            {t("invite.have_account")}
          </LinkButton>
        </Stack>
      </form>
    </>
  );
}
