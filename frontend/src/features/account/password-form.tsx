import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormError } from "@/components/form-error";
import { PasswordInput } from "@/components/password-input";
import { Section } from "@/components/section";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { secondFactorsQuery } from "@/lib/queries/second-factors";
import { useUser } from "@/lib/queries/session";
import { changePassword } from "./api/account";

const names = ["current_password", "new_password"] as const;

/** A new password in the place of the old one: nothing for who signs in by a provider alone. */
export function PasswordSection() {
  const { data } = useQuery(secondFactorsQuery);
  return data?.has_password === false ? null : <PasswordForm />;
}

function PasswordForm() {
  const { t } = useTranslation("account");
  const user = useUser();
  const form = useForm({
    initialValues: { current_password: "", new_password: "", repeat: "", end_tokens: false },
    validate: {
      current_password: (value) => (value ? null : t("password.required")),
      new_password: (value) => (value ? null : t("password.required")),
      repeat: (value, values) => (value === values.new_password ? null : t("password.differ")),
    },
  });
  const save = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset();
      notifyDone(t("password.saved"));
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
  });
  return (
    <Section title={t("password.title")}>
      <form
        onSubmit={form.onSubmit(({ current_password, new_password, end_tokens }) =>
          save.mutate({ current_password, new_password, end_tokens }),
        )}
        noValidate
      >
        <Stack maw={480}>
          {/* Password managers need to know whose password this is. */}
          <input type="text" autoComplete="username" value={user.username} readOnly hidden />
          <PasswordInput
            label={t("password.current")}
            autoComplete="current-password"
            {...form.getInputProps("current_password")}
          />
          <PasswordInput
            label={t("password.new")}
            description={t("password.new_hint")}
            autoComplete="new-password"
            {...form.getInputProps("new_password")}
          />
          <PasswordInput label={t("password.repeat")} autoComplete="new-password" {...form.getInputProps("repeat")} />
          <Checkbox
            label={t("password.end_tokens")}
            description={t("password.end_tokens_hint")}
            {...form.getInputProps("end_tokens", { type: "checkbox" })}
          />
          <FormError error={save.error} names={names} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              {t("password.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
