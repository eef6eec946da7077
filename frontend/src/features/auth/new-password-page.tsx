import { Button, Checkbox, Stack, Text, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormError } from "@/components/form-error";
import { GateCard } from "@/components/gate-card";
import { LinkButton, TextLink } from "@/components/link-button";
import { PasswordInput } from "@/components/password-input";
import { fieldErrors } from "@/lib/form-errors";
import { usePageTitle } from "@/lib/page-title";
import { passwordResetsQuery, setNewPassword, type NewPassword } from "./api/password-resets";
import { useLinkSecret } from "./use-link-secret";

const names = ["new_password"] as const;

/** Where the link of the mail leads. */
export default function NewPasswordPage() {
  const { t } = useTranslation("auth");
  const token = useLinkSecret();
  // Asking also brings the CSRF cookie that setting a password needs.
  useQuery(passwordResetsQuery);
  const save = useMutation({ mutationFn: (chosen: NewPassword) => setNewPassword(token, chosen) });
  usePageTitle(t("new_password.title"));
  return (
    <GateCard>
      {save.isSuccess ? (
        <Stack role="status">
          <Title order={1}>{t("new_password.done_title")}</Title>
          <Text>{t("new_password.done")}</Text>
          <LinkButton to="/login">{t("new_password.sign_in")}</LinkButton>
        </Stack>
      ) : (
        <Stack>
          <Title order={1}>{t("new_password.title")}</Title>
          {token ? (
            <PasswordForm error={save.error} isBusy={save.isPending} onSave={save.mutateAsync} />
          ) : (
            <Text>{t("new_password.no_token")}</Text>
          )}
          <TextLink size="sm" to="/forgotten-password">
            {t("new_password.again")}
          </TextLink>
        </Stack>
      )}
    </GateCard>
  );
}

interface PasswordFormProps {
  error: Error | null;
  isBusy: boolean;
  onSave: (chosen: NewPassword) => Promise<void>;
}

function PasswordForm({ error, isBusy, onSave }: PasswordFormProps) {
  const { t } = useTranslation("auth");
  const form = useForm({
    initialValues: { new_password: "", repeat: "", end_tokens: true },
    validate: {
      new_password: (value) => (value ? null : t("forgotten.required")),
      repeat: (value, values) => (value === values.new_password ? null : t("new_password.differ")),
    },
  });
  const submit = (chosen: NewPassword) =>
    onSave(chosen).catch((fault: unknown) => form.setErrors(fieldErrors(fault, names)));
  return (
    <form
      onSubmit={form.onSubmit(
        (values) => void submit({ new_password: values.new_password, end_tokens: values.end_tokens }),
      )}
      noValidate
    >
      <Stack>
        <Text c="dimmed" size="sm">
          {t("new_password.text")}
        </Text>
        <FormError error={error} names={names} />
        <PasswordInput
          label={t("new_password.password")}
          description={t("new_password.hint")}
          autoComplete="new-password"
          {...form.getInputProps("new_password")}
        />
        <PasswordInput label={t("new_password.repeat")} autoComplete="new-password" {...form.getInputProps("repeat")} />
        <Checkbox
          label={t("new_password.end_tokens")}
          description={t("new_password.end_tokens_hint")}
          {...form.getInputProps("end_tokens", { type: "checkbox" })}
        />
        <Button type="submit" loading={isBusy} fullWidth>
          {t("new_password.submit")}
        </Button>
      </Stack>
    </form>
  );
}
