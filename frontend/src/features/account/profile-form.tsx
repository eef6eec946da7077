import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormError } from "@/components/form-error";
import { Section } from "@/components/section";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { sessionQuery, useUser } from "@/lib/queries/session";
import { changeProfile } from "./api/account";

const names = ["display_name", "email"] as const;

export function ProfileForm() {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const user = useUser();
  const form = useForm({ initialValues: { display_name: user.display_name, email: user.email } });
  const save = useMutation({
    mutationFn: changeProfile,
    onSuccess: (changed) => {
      client.setQueryData(sessionQuery.queryKey, { user: changed });
      form.resetDirty();
      notifyDone(t("profile.saved"));
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
  });
  return (
    <Section title={t("profile.title")}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack maw={480}>
          <TextInput label={t("profile.username")} value={user.username} readOnly variant="filled" />
          <TextInput label={t("profile.display_name")} autoComplete="name" {...form.getInputProps("display_name")} />
          <TextInput label={t("profile.email")} type="email" autoComplete="email" {...form.getInputProps("email")} />
          <FormError error={save.error} names={names} />
          <Group>
            <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
              {t("profile.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
