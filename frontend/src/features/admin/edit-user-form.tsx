import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { User } from "@/api/types";
import { FormError } from "@/components/form-error";
import { PasswordInput } from "@/components/password-input";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { changeUser } from "./api/users";
import { FormButtons, RightsFields } from "./rights-fields";

const names = ["email", "is_active", "is_admin", "may_create_projects", "password"] as const;

/** What an administrator may do to an account; a forgotten password is set anew here. */
export function EditUserForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useTranslation("admin");
  const client = useQueryClient();
  const { is_active, is_admin, may_create_projects } = user;
  const form = useForm({
    initialValues: {
      email: user.unconfirmed_email || user.email,
      is_active,
      is_admin,
      may_create_projects,
      password: "",
    },
  });
  const save = useMutation({
    mutationFn: ({ password, ...rights }: typeof form.values) =>
      changeUser(user.id, password ? { ...rights, password } : rights),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["users"] });
      notifyDone(t("edit.saved", { name: user.display_name || user.username }));
      onDone();
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack>
        <FormError error={save.error} names={names} />
        <Checkbox
          label={t("edit.is_active")}
          description={t("edit.is_active_hint")}
          {...form.getInputProps("is_active", { type: "checkbox" })}
        />
        <RightsFields form={form} />
        <TextInput
          label={t("edit.email")}
          description={t("edit.email_hint")}
          type="email"
          autoComplete="off"
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label={t("edit.password")}
          description={t("edit.password_hint")}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <FormButtons submit={t("edit.submit")} isBusy={save.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
