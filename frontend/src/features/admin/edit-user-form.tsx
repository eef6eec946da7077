import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { User } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { PasswordInput } from "@/components/password-input";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { changeUser } from "./api/users";

const names = ["is_active", "is_admin", "may_create_projects", "password"] as const;

/** What an administrator may do to an account; a forgotten password is set anew here. */
export function EditUserForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const { is_active, is_admin, may_create_projects } = user;
  const form = useForm({ initialValues: { is_active, is_admin, may_create_projects, password: "" } });
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
        {save.error && !allFieldsShown(save.error, names) && <ErrorNotice error={save.error} />}
        <Checkbox
          label={t("edit.is_active")}
          description={t("edit.is_active_hint")}
          {...form.getInputProps("is_active", { type: "checkbox" })}
        />
        <Checkbox
          label={t("new.may_create_projects")}
          description={t("new.may_create_projects_hint")}
          {...form.getInputProps("may_create_projects", { type: "checkbox" })}
        />
        <Checkbox
          label={t("new.is_admin")}
          description={t("new.is_admin_hint")}
          {...form.getInputProps("is_admin", { type: "checkbox" })}
        />
        <PasswordInput
          label={t("edit.password")}
          description={t("edit.password_hint")}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {common("action.cancel")}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t("edit.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
