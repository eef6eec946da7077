import { Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormError } from "@/components/form-error";
import { PasswordInput } from "@/components/password-input";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { createUser, type NewUser } from "./api/users";
import { FormButtons, RightsFields } from "./rights-fields";

const names = ["username", "display_name", "email", "password", "is_admin", "may_create_projects"] as const;

export function NewUserForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation("admin");
  const client = useQueryClient();
  const required = (value: string) => (value.trim() ? null : t("new.required"));
  const form = useForm<NewUser>({
    initialValues: {
      username: "",
      display_name: "",
      email: "",
      password: "",
      is_admin: false,
      may_create_projects: false,
    },
    validate: { username: required, password: required },
  });
  const create = useMutation({
    mutationFn: createUser,
    onSuccess: async (user) => {
      await client.invalidateQueries({ queryKey: ["users"] });
      notifyDone(t("new.created", { name: user.display_name || user.username }));
      onDone();
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack>
        <FormError error={create.error} names={names} />
        <TextInput
          label={t("new.username")}
          autoComplete="off"
          autoCapitalize="none"
          data-autofocus
          {...form.getInputProps("username")}
        />
        <TextInput label={t("new.display_name")} autoComplete="off" {...form.getInputProps("display_name")} />
        <TextInput label={t("new.email")} type="email" autoComplete="off" {...form.getInputProps("email")} />
        <PasswordInput
          label={t("new.password")}
          description={t("new.password_hint")}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <RightsFields form={form} />
        <FormButtons submit={t("new.submit")} isBusy={create.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
