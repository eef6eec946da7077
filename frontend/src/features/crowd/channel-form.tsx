import { Alert, Button, Group, NumberInput, Radio, Select, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Adapter, AdapterField, Channel, NewChannel } from "@/api/crowd";
import { ErrorNotice } from "@/components/error-notice";
import { PasswordInput } from "@/components/password-input";
import { ShareInput } from "@/components/share-input";
import { allFieldsShown } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { projectQuery } from "@/lib/queries/projects";
import { addChannel, changeChannel, crowdKey } from "./api/crowd";

interface ChannelFormProps {
  projectId: number;
  adapters: Adapter[];
  /** To be changed; without one a new channel is made. */
  channel?: Channel;
  onDone?: () => void;
}

type Values = Record<string, unknown>;

/**
 * What is sent. A secret left empty is left out, so that the stored one stays; another input left
 * empty goes back to its default.
 */
function filled(values: Values, fields: readonly AdapterField[]): Values {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = values[field.name];
      if (value !== "" && value !== undefined && value !== null) return [[field.name, value]];
      return field.secret || field.required || value === undefined ? [] : [[field.name, field.default]];
    }),
  );
}

export function ChannelForm({ projectId, adapters, channel, onDone }: ChannelFormProps) {
  const { t } = useTranslation("crowd");
  const client = useQueryClient();
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const [name, setName] = useState(channel?.name ?? "");
  const [stage, setStage] = useState<string | null>(channel?.stage ?? null);
  const [adapterName, setAdapterName] = useState(channel?.adapter ?? adapters[0]?.name ?? "");
  const [values, setValues] = useState<Values>(channel?.settings ?? {});
  const adapter = adapters.find((known) => known.name === adapterName);
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), stage, settings: filled(values, adapter?.fields ?? []) };
      return channel
        ? changeChannel(projectId, channel.id, body)
        : addChannel(projectId, { ...body, adapter: adapterName as Adapter["name"] as NewChannel["adapter"] });
    },
    onSuccess: async () => {
      notifyDone(t(channel ? "changed" : "new.done"));
      if (!channel) {
        setName("");
        setValues({});
      }
      onDone?.();
      await client.invalidateQueries({ queryKey: crowdKey(projectId) });
    },
  });
  // They say themselves what is wrong, in percent.
  const shares = adapter?.fields.filter(({ type }) => type === "share").map(({ name }) => `settings.${name}`) ?? [];
  const problemOf = (path: string) =>
    isApiError(save.error)
      ? save.error.fields.find((field) => field.path === path || field.path === `settings.${path}`)?.message
      : undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        {!channel && (
          <Radio.Group label={t("new.adapter")} value={adapterName} onChange={setAdapterName}>
            <Stack gap="sm" mt="xs">
              {adapters.map((known) => (
                <Radio key={known.name} value={known.name} label={known.title} description={known.description} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {!channel && adapter?.notice && <Alert color="yellow">{adapter.notice}</Alert>}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t("new.name")}
            maxLength={200}
            value={name}
            error={problemOf("name")}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label={t("new.stage")}
            placeholder={t("any_stage")}
            clearable
            value={stage}
            error={problemOf("stage")}
            data={stages.map(({ key, title }) => ({ value: key, label: title }))}
            onChange={setStage}
          />
          {adapter?.fields.map((field) => (
            <AdapterInput
              key={`${adapter.name}-${field.name}`}
              field={field}
              value={values[field.name] ?? field.default}
              stored={Boolean(channel?.has_credentials)}
              error={problemOf(field.name)}
              onChange={(value) => setValues((old) => ({ ...old, [field.name]: value }))}
            />
          ))}
        </SimpleGrid>
        {save.error && <ErrorNotice error={save.error} hideFields={allFieldsShown(save.error, shares)} />}
        <Group>
          <Button type="submit" disabled={!name.trim()} loading={save.isPending}>
            {t(channel ? "save" : "new.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface AdapterInputProps {
  field: AdapterField;
  value: unknown;
  stored: boolean;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

/** An input as the adapter describes it: a new adapter needs no new form. */
function AdapterInput({ field, value, stored, error, onChange }: AdapterInputProps) {
  const { t } = useTranslation("crowd");
  const common = {
    label: field.title,
    description: field.help,
    inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input" | "description" | "error")[],
    required: field.required,
    error,
  };
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (field.secret) {
    return (
      <PasswordInput
        {...common}
        autoComplete="off"
        placeholder={stored ? t("secret_stored") : ""}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (field.type === "boolean") {
    return (
      <Switch
        label={field.title}
        description={field.help}
        error={error}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (field.choices.length > 0) {
    return (
      <Select
        {...common}
        allowDeselect={!field.required}
        value={text || null}
        data={field.choices}
        onChange={(chosen) => onChange(chosen ?? "")}
      />
    );
  }
  if (field.type === "share") return <ShareInput {...common} value={text} onChange={onChange} />;
  if (field.type === "number" || field.type === "integer") {
    return (
      <NumberInput
        {...common}
        allowDecimal={field.type === "number"}
        value={text === "" ? "" : Number(text)}
        onChange={onChange}
      />
    );
  }
  return <TextInput {...common} value={text} onChange={(event) => onChange(event.currentTarget.value)} />;
}
