import { Alert, Button, Fieldset, Group, Stack, Switch, TagsInput, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { IdentityProvider } from "@/api/sso";
import { CopyField } from "@/components/copy-field";
import { FormError } from "@/components/form-error";
import { PasswordInput } from "@/components/password-input";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { addProvider, changeProvider, providersKey } from "./api/providers";
import { RuleFields } from "./rule-fields";
import { initial, rulesOf, type Values } from "./values";

const names = ["key", "name", "issuer", "client_id", "client_secret", "groups_claim"] as const;

interface ProviderFormProps {
  provider: IdentityProvider | undefined;
  onClose: () => void;
}

/** Everything that is set of a provider; of one set at deployment, to be read. */
export function ProviderForm({ provider, onClose }: ProviderFormProps) {
  const { t } = useTranslation("sign_in");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const required = (value: string) => (value.trim() ? null : t("required"));
  const form = useForm<Values>({
    initialValues: initial(provider),
    validate: {
      key: required,
      name: required,
      issuer: required,
      client_id: required,
      rules: { group: required, gives: required },
    },
  });
  const save = useMutation({
    mutationFn: (values: Values) => send(provider, values),
    onError: (error) => form.setErrors(fieldErrors(error, names)),
    onSuccess: async ({ name }) => {
      notifyDone(t("saved", { name }));
      onClose();
      await client.invalidateQueries({ queryKey: providersKey });
    },
  });
  const isFixed = provider?.is_deployed ?? false;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack>
        {isFixed && <Alert color="blue">{t("deployed_text")}</Alert>}
        <AboutFields form={form} provider={provider} />
        <WhoFields form={form} isFixed={isFixed} />
        <LeavingFields form={form} provider={provider} />
        <RuleFields form={form} isFixed={isFixed} />
        <FormError error={save.error} names={names} />
        <Group gap="xs">
          {!isFixed && (
            <Button type="submit" loading={save.isPending}>
              {t(provider ? "save" : "add")}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {isFixed ? t("close") : common("action.cancel")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function send(provider: IdentityProvider | undefined, { rules, key, ...values }: Values): Promise<IdentityProvider> {
  const fields = { ...values, rules: rulesOf(rules) };
  if (!provider) return addProvider({ ...fields, key: key.trim() });
  const { client_secret: secret, ...others } = fields;
  return changeProvider(provider.key, secret ? fields : others);
}

type Form = UseFormReturnType<Values>;

/** Where people are sent back to, of a key that may still be typed. */
const redirectOf = (key: string) => `${window.location.origin}/sign-in/${key.trim() || "…"}/back`;

function AboutFields({ form, provider }: { form: Form; provider: IdentityProvider | undefined }) {
  const { t } = useTranslation("sign_in");
  const isFixed = provider?.is_deployed ?? false;
  return (
    <Fieldset legend={t("form.provider")} disabled={isFixed}>
      <Stack>
        <TextInput label={t("form.name")} maxLength={100} required {...form.getInputProps("name")} />
        {!provider && (
          <TextInput
            label={t("form.key")}
            description={t("form.key_hint")}
            maxLength={40}
            autoComplete="off"
            required
            {...form.getInputProps("key")}
          />
        )}
        <CopyField
          label={t("form.redirect")}
          description={t("form.redirect_hint")}
          value={provider?.redirect_address ?? redirectOf(form.values.key)}
        />
        <TextInput
          type="url"
          label={t("form.issuer")}
          description={t("form.issuer_hint")}
          maxLength={500}
          autoComplete="off"
          required
          {...form.getInputProps("issuer")}
        />
        <TextInput
          label={t("form.client_id")}
          maxLength={200}
          autoComplete="off"
          required
          {...form.getInputProps("client_id")}
        />
        {!isFixed && (
          <PasswordInput
            label={t("form.client_secret")}
            description={t(provider?.has_secret ? "form.secret_keep" : "form.secret_hint")}
            maxLength={1000}
            autoComplete="new-password"
            {...form.getInputProps("client_secret")}
          />
        )}
        <TagsInput
          label={t("form.scopes")}
          description={t("form.scopes_hint")}
          disabled={isFixed}
          {...form.getInputProps("scopes")}
        />
      </Stack>
    </Fieldset>
  );
}

/** What happens when somebody signs out; the address is asked for where it matters. */
function LeavingFields({ form, provider }: { form: Form; provider: IdentityProvider | undefined }) {
  const { t } = useTranslation("sign_in");
  return (
    <Fieldset legend={t("form.leaving")} disabled={provider?.is_deployed ?? false}>
      <Stack>
        <Switch
          label={t("form.signs_out")}
          description={t("form.signs_out_hint")}
          {...form.getInputProps("signs_out_at_provider", { type: "checkbox" })}
        />
        {form.values.signs_out_at_provider && (
          <CopyField
            label={t("form.signed_out")}
            description={t("form.signed_out_hint")}
            value={provider?.signed_out_address ?? `${window.location.origin}/login`}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

const switches = ["makes_accounts", "links_by_email"] as const;

function WhoFields({ form, isFixed }: { form: Form; isFixed: boolean }) {
  const { t } = useTranslation("sign_in");
  return (
    <Fieldset legend={t("form.who")} disabled={isFixed}>
      <Stack>
        <Switch label={t("form.active")} {...form.getInputProps("is_active", { type: "checkbox" })} />
        {switches.map((name) => (
          <Switch
            key={name}
            label={t(`form.${name}`)}
            description={t(`form.${name}_hint`)}
            {...form.getInputProps(name, { type: "checkbox" })}
          />
        ))}
        <Switch
          label={t("form.trusts")}
          description={t("form.trusts_hint")}
          {...form.getInputProps("trusts_second_factor", { type: "checkbox" })}
        />
        <TagsInput
          label={t("form.domains")}
          description={t("form.domains_hint")}
          placeholder={form.values.email_domains?.length ? "" : "example.org"}
          disabled={isFixed}
          {...form.getInputProps("email_domains")}
        />
      </Stack>
    </Fieldset>
  );
}
