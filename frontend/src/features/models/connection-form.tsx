import { Button, Checkbox, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { BackendInfo, BackendSecret, Connection, ConnectionChanges, NewConnection } from "@/api/models";
import { ErrorNotice } from "@/components/error-notice";
import { PasswordInput } from "@/components/password-input";
import { SchemaFields } from "@/components/schema-fields";
import classes from "./models.module.css";
import { fieldsOf, sameValues, sentValues, startValues } from "@/lib/json-schema";

/** A connection as its form begins, be it a project's or the installation's. */
export type Kept = Pick<Connection, "name" | "settings" | "has_secrets"> & Partial<Pick<Connection, "built_in">>;

interface ConnectionFormProps<Saved> {
  backend: BackendInfo;
  /** To be changed; without one a new connection is made. */
  connection?: Kept;
  /** Sends all of a new one, or what was changed of one there is. */
  onSave: (all: Required<NewConnection>, changes: ConnectionChanges) => Promise<Saved>;
  suggestedName?: string;
  note?: ReactNode;
  onDone: (saved: Saved) => void;
  onCancel: () => void;
  cancelLabel: string;
}

/** The server names a field by where it stands in what was sent. */
function problemsIn(error: unknown) {
  const fields = isApiError(error) ? error.fields : [];
  const isAt = (path: string, known: string) =>
    path === known || path.startsWith(`${known}.`) || path.startsWith(`${known}[`);
  return {
    at: (...known: string[]) => fields.find(({ path }) => known.some((name) => isAt(path, name)))?.message,
    allAt: (known: string[]) => fields.length > 0 && fields.every(({ path }) => known.some((name) => isAt(path, name))),
  };
}

/** By name: what was entered, or null where the stored one is to be removed. */
type Secrets = Record<string, string | null>;

const changedSecrets = (secrets: Secrets): Secrets =>
  Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ""));

/**
 * A connection as its back end describes it: a new back end needs no new form. What must be known is asked
 * at once; the name, which is proposed, and all that has a usual value are folded.
 */
export function ConnectionForm<Saved>({
  backend,
  connection,
  onSave,
  suggestedName = "",
  note,
  onDone,
  onCancel,
  cancelLabel,
}: ConnectionFormProps<Saved>) {
  const { t } = useTranslation("models");
  const fields = fieldsOf(backend.settings_schema);
  const [start] = useState(() => startValues(fields, connection?.settings));
  const [name, setName] = useState(connection?.name ?? suggestedName);
  const [values, setValues] = useState(start);
  const [secrets, setSecrets] = useState<Secrets>({});
  const all: Required<NewConnection> = {
    name: name.trim(),
    backend: backend.name,
    settings: sentValues(fields, values),
    secrets: changedSecrets(secrets),
  };
  const changes: ConnectionChanges = connection
    ? {
        ...(all.name !== connection.name && { name: all.name }),
        ...(!sameValues(all.settings, sentValues(fields, start)) && { settings: all.settings }),
        ...(Object.keys(all.secrets).length > 0 && { secrets: all.secrets }),
      }
    : {};
  const unchanged = connection !== undefined && Object.keys(changes).length === 0;
  const save = useMutation({
    mutationFn: () => onSave(all, changes),
    onSuccess: onDone,
  });
  const problems = problemsIn(save.error);
  const first = fields.filter(({ essential }) => essential);
  const others = fields.filter(({ essential }) => !essential);
  const isShort = first.length + backend.secrets.length > 0;
  const problemOf = (field: string) => problems.at(`settings.${field}`, field);
  const foldedProblem = problems.at("name") ?? others.map(({ name: field }) => problemOf(field)).find(Boolean);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The form is long: what was refused may be far above the button.
    if (save.error) form.current?.querySelector<HTMLElement>("[aria-invalid=true], input[data-invalid=true]")?.focus();
  }, [save.error]);
  const known = [
    "name",
    ...[...fields, ...backend.secrets].flatMap((field) => [
      field.name,
      `settings.${field.name}`,
      `secrets.${field.name}`,
    ]),
  ];
  const nameInput = (
    <TextInput
      label={t("form.name")}
      description={t(connection?.built_in ? "form.name_built_in" : "form.name_hint")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      required
      disabled={connection?.built_in ?? false}
      maxLength={100}
      value={name}
      error={problems.at("name")}
      onChange={(event) => setName(event.currentTarget.value)}
    />
  );
  return (
    <form
      ref={form}
      className={classes.long}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        {note}
        {!isShort && nameInput}
        <SchemaFields fields={first} values={values} onChange={setValues} problemOf={problemOf} />
        {fields.length === 0 && backend.secrets.length === 0 && (
          <Text size="sm" c="dimmed">
            {t("form.no_settings")}
          </Text>
        )}
        {backend.secrets.map((secret) => (
          <SecretInput
            key={secret.name}
            secret={secret}
            stored={connection?.has_secrets[secret.name] ?? false}
            value={secrets[secret.name] ?? (secret.name in secrets ? null : "")}
            error={problems.at(`secrets.${secret.name}`, secret.name)}
            onChange={(value) => setSecrets((old) => ({ ...old, [secret.name]: value }))}
          />
        ))}
        {(isShort || others.length > 0) && (
          <MoreSettings openedBy={foldedProblem}>
            {isShort && nameInput}
            <SchemaFields fields={others} values={values} onChange={setValues} problemOf={problemOf} />
          </MoreSettings>
        )}
        {save.error && <ErrorNotice error={save.error} hideFields={problems.allAt(known)} />}
        <Group component={Paper} className={classes.acts} justify="flex-end" gap="xs">
          {unchanged && (
            <Text size="sm" c="dimmed">
              {t("form.unchanged")}
            </Text>
          )}
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button type="submit" disabled={!name.trim() || unchanged} loading={save.isPending}>
            {t(connection ? "form.save" : "connect.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface MoreSettingsProps {
  /** A problem with something inside, which must be seen. */
  openedBy: string | undefined;
  children: ReactNode;
}

function MoreSettings({ openedBy, children }: MoreSettingsProps) {
  const { t } = useTranslation("models");
  const [opened, setOpened] = useState(false);
  return (
    <details
      open={opened || openedBy !== undefined}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className={classes.more}
    >
      <summary>{t("form.more")}</summary>
      <Stack mt="sm">{children}</Stack>
    </details>
  );
}

interface SecretInputProps {
  secret: BackendSecret;
  stored: boolean;
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** A secret is written and never read: what is stored can only be replaced or removed. */
function SecretInput({ secret, stored, value, error, onChange }: SecretInputProps) {
  const { t } = useTranslation("models");
  return (
    <Stack gap={6}>
      <PasswordInput
        label={secret.title}
        description={[secret.help, stored && t("form.secret_keep")].filter(Boolean).join(" ")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        required={secret.required && !stored}
        disabled={value === null}
        autoComplete="new-password"
        placeholder={stored && value !== null ? t("form.secret_stored") : ""}
        value={value ?? ""}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {stored && !secret.required && (
        <Checkbox
          size="xs"
          label={t("form.secret_remove")}
          checked={value === null}
          onChange={(event) => onChange(event.currentTarget.checked ? null : "")}
        />
      )}
    </Stack>
  );
}
