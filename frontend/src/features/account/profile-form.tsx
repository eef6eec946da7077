import { Alert, Badge, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Me } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { FormError } from "@/components/form-error";
import { Section } from "@/components/section";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { sessionQuery, useUser } from "@/lib/queries/session";
import { changeProfile, sendAddressAgain } from "./api/account";

const names = ["display_name", "email"] as const;

/** Whether the address is confirmed, and the mail once more where it is not. */
function AddressState({ user }: { user: Me }) {
  const { t } = useTranslation("account");
  const again = useMutation({ mutationFn: sendAddressAgain, onSuccess: () => notifyDone(t("address.sent")) });
  if (!user.unconfirmed_email) {
    return user.email ? (
      <Badge color="accent" style={{ alignSelf: "flex-start" }}>
        {t("address.confirmed")}
      </Badge>
    ) : null;
  }
  return (
    <Alert color="yellow">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t("address.waits", { address: user.unconfirmed_email })}</Text>
        {user.email && <Text size="sm">{t("address.waits_old", { address: user.email })}</Text>}
        {again.error && <ErrorNotice error={again.error} />}
        <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          {t("address.again")}
        </Button>
      </Stack>
    </Alert>
  );
}

export function ProfileForm() {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const user = useUser();
  const form = useForm({
    initialValues: { display_name: user.display_name, email: user.unconfirmed_email || user.email },
  });
  const save = useMutation({
    mutationFn: changeProfile,
    onSuccess: (changed) => {
      client.setQueryData(sessionQuery.queryKey, { user: changed, pending: null });
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
          <TextInput
            label={t("profile.email")}
            description={t("address.hint")}
            type="email"
            autoComplete="email"
            {...form.getInputProps("email")}
          />
          <AddressState user={user} />
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
