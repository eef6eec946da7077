import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataFiles } from "@/components/data-files";
import { Dialog } from "@/components/dialog";
import { FormError } from "@/components/form-error";
import { PasswordInput } from "@/components/password-input";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { fieldErrors } from "@/lib/form-errors";
import { formatRelative } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { useUser } from "@/lib/queries/session";
import { askForDeletion, askForFile, ownDataQuery, ownFile, takeDeletionBack } from "./api/data";

/** Everything that is kept of oneself as a file, and one's own deletion. */
export function DataSection() {
  const { t } = useTranslation("privacy");
  const client = useQueryClient();
  const query = useQuery(ownDataQuery);
  const read = () => client.invalidateQueries({ queryKey: ownDataQuery.queryKey });
  const ask = useMutation({
    mutationFn: askForFile,
    onSuccess: () => notifyDone(t("files.asked")),
    onSettled: read,
  });
  return (
    <>
      <Section title={t("own.title")} description={t("own.text")}>
        <QueryView query={query}>
          {({ files }) => <DataFiles files={files} address={ownFile} busy={ask.isPending} onAsk={() => ask.mutate()} />}
        </QueryView>
        <FormError error={ask.error} names={[]} />
      </Section>
      <Section title={t("own.delete_title")} description={t("own.delete_text")}>
        <QueryView query={query}>
          {({ deletion, can_confirm }) =>
            deletion ? (
              <Asked state={deletion.state} at={deletion.asked_at} />
            ) : can_confirm ? (
              <Ask />
            ) : (
              <Text size="sm">{t("own.no_password")}</Text>
            )
          }
        </QueryView>
      </Section>
    </>
  );
}

function Asked({ state, at }: { state: string; at: string | null }) {
  const { t } = useTranslation("privacy");
  const client = useQueryClient();
  const back = useMutation({
    mutationFn: takeDeletionBack,
    onSuccess: () => notifyDone(t("own.taken_back")),
    onSettled: () => client.invalidateQueries({ queryKey: ownDataQuery.queryKey }),
  });
  if (state !== "asked") return <Text size="sm">{t("own.running")}</Text>;
  return (
    <Alert color="yellow">
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{t("own.asked", { when: at ? formatRelative(at) : "" })}</Text>
        <FormError error={back.error} names={[]} />
        <Button variant="default" loading={back.isPending} onClick={() => back.mutate()}>
          {t("own.take_back")}
        </Button>
      </Stack>
    </Alert>
  );
}

const names = ["password"] as const;

function Ask() {
  const { t } = useTranslation("privacy");
  const { t: common } = useTranslation("common");
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const user = useUser();
  const form = useForm({
    initialValues: { password: "" },
    validate: { password: (value) => (value ? null : t("own.required")) },
  });
  const close = () => {
    setOpen(false);
    form.reset();
  };
  const ask = useMutation({
    mutationFn: ({ password }: typeof form.values) => askForDeletion(password),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ownDataQuery.queryKey });
      notifyDone(t("own.done"));
      close();
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t("own.ask")}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t("own.ask_title")}>
        <form onSubmit={form.onSubmit((values) => ask.mutate(values))} noValidate>
          <Stack>
            <Text size="sm">{t("own.ask_text")}</Text>
            <input type="text" autoComplete="username" value={user.username} readOnly hidden />
            <PasswordInput
              label={t("own.password")}
              autoComplete="current-password"
              {...form.getInputProps("password")}
            />
            <FormError error={ask.error} names={names} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {common("action.cancel")}
              </Button>
              <Button type="submit" color="red" loading={ask.isPending}>
                {t("own.ask")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
