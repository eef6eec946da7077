import { Alert, Button, Code, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Token } from "@/api/types";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyField } from "@/components/copy-field";
import { DataTable, type Column } from "@/components/data-table";
import { FormError } from "@/components/form-error";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { fieldErrors } from "@/lib/form-errors";
import { formatDate } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { createToken, revokeToken, tokensQuery } from "./api/account";
import { useConfirmed } from "./use-confirmed";

export function TokenSection() {
  const { t } = useTranslation("account");
  const query = useQuery(tokensQuery);
  return (
    <Section title={t("tokens.title")} description={t("tokens.text")}>
      <Stack gap="lg">
        <NewTokenForm />
        <QueryView query={query}>
          {(tokens) =>
            tokens.length === 0 ? (
              <Text c="dimmed" size="sm">
                {t("tokens.none")}
              </Text>
            ) : (
              <TokenTable tokens={tokens} />
            )
          }
        </QueryView>
      </Stack>
    </Section>
  );
}

const names = ["name", "expires_in_days"] as const;

function NewTokenForm() {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const form = useForm({
    initialValues: { name: "", expires_in_days: 90 },
    validate: { name: (value) => (value.trim() ? null : t("tokens.required")) },
  });
  const { run, dialog } = useConfirmed();
  const create = useMutation({
    mutationFn: (token: typeof form.values) => run(() => createToken(token)),
    onSuccess: async () => {
      form.reset();
      await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
  });
  return (
    <>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <Stack>
          <Group align="flex-start" gap="sm">
            <TextInput
              label={t("tokens.name")}
              placeholder={t("tokens.name_placeholder")}
              flex="1 1 200px"
              maw={320}
              {...form.getInputProps("name")}
            />
            <NumberInput
              label={t("tokens.days")}
              w={140}
              min={1}
              max={365}
              allowDecimal={false}
              {...form.getInputProps("expires_in_days")}
            />
            <Button type="submit" variant="default" mt={22} loading={create.isPending}>
              {t("tokens.create")}
            </Button>
          </Group>
          <FormError error={create.error} names={names} />
          <div role="status">
            {create.data && (
              <Alert color="accent">
                <CopyField label={t("tokens.token")} description={t("tokens.once")} value={create.data.token} />
              </Alert>
            )}
          </div>
        </Stack>
      </form>
      {dialog}
    </>
  );
}

function TokenTable({ tokens }: { tokens: Token[] }) {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const revoke = async (token: Token) => {
    await revokeToken(token.id);
    notifyDone(t("tokens.revoked"));
    await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  };
  const columns: Column<Token>[] = [
    {
      key: "name",
      header: t("tokens.name"),
      label: "",
      render: (token) => (
        <Text fw={550} fz="inherit">
          {token.name}
        </Text>
      ),
    },
    { key: "prefix", header: t("tokens.begins"), render: (token) => <Code>{token.prefix}…</Code> },
    { key: "created", header: t("tokens.created"), render: (token) => <Time at={token.created_at} /> },
    {
      key: "expires",
      header: t("tokens.expires"),
      render: (token) => (token.expires_at ? formatDate(token.expires_at) : t("tokens.no_end")),
    },
    { key: "used", header: t("tokens.used"), render: (token) => <Time at={token.last_used_at} /> },
    {
      key: "actions",
      header: "",
      label: "",
      end: true,
      render: (token) => (
        <ConfirmButton
          size="xs"
          variant="subtle"
          color="red"
          title={t("tokens.revoke_title", { name: token.name })}
          text={t("tokens.revoke_text")}
          confirmLabel={t("tokens.revoke")}
          onConfirm={() => revoke(token)}
        >
          {t("tokens.revoke")}
        </ConfirmButton>
      ),
    },
  ];
  return <DataTable name={t("tokens.title")} columns={columns} rows={tokens} rowKey={(token) => token.id} />;
}
