import { Button, Checkbox, Group, Radio, Stack, Switch, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { EventName, Webhook } from "@/api/webhooks";
import { FormError } from "@/components/form-error";
import { fieldErrors } from "@/lib/form-errors";
import { addWebhook, changeWebhook, webhooksKey } from "./api/webhooks";
import { choices, events } from "./events";

const EXAMPLE = "https://example.org/annotate";
const names = ["url", "events"] as const;

interface Values {
  url: string;
  told: "all" | "some";
  events: string[];
  isEnabled: boolean;
}

interface WebhookFormProps {
  projectId: number;
  /** To be changed; without one a new endpoint is added. */
  webhook?: Webhook;
  /** With what the server answered: a secret where one was made. */
  onSaved: (saved: Webhook) => void;
  onCancel?: () => void;
}

const initial = (webhook?: Webhook): Values => ({
  url: webhook?.url ?? "",
  told: webhook && webhook.events.length > 0 ? "some" : "all",
  events: webhook?.events ?? [],
  isEnabled: webhook?.is_enabled ?? true,
});

/** Where an endpoint is and what it is told of. */
export function WebhookForm({ projectId, webhook, onSaved, onCancel }: WebhookFormProps) {
  const { t } = useTranslation("webhooks");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: initial(webhook),
    validate: {
      url: (url) => (url.trim() ? null : t("form.url_missing")),
      events: (chosen, { told }) => (told === "some" && chosen.length === 0 ? t("form.events_missing") : null),
    },
  });
  const save = useMutation({
    mutationFn: ({ url, told, events: chosen, isEnabled }: Values) => {
      const body = { url: url.trim(), events: told === "all" ? [] : (chosen as EventName[]) };
      return webhook
        ? changeWebhook(projectId, webhook.id, { ...body, is_enabled: isEnabled })
        : addWebhook(projectId, body);
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
    onSuccess: async (saved) => {
      form.reset();
      onSaved(saved);
      await client.invalidateQueries({ queryKey: webhooksKey(projectId) });
    },
  });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(form.errors).length === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [type="checkbox"]')?.focus();
  }, [form.errors]);
  return (
    <form ref={element} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack maw={720}>
        <TextInput
          type="url"
          label={t("form.url")}
          description={t(webhook ? "form.url_change_hint" : "form.url_hint")}
          placeholder={EXAMPLE}
          maxLength={500}
          autoComplete="off"
          required
          {...form.getInputProps("url")}
        />
        <EventChoice form={form} />
        {webhook && (
          <Switch
            label={t("form.enabled")}
            description={t("form.enabled_hint")}
            {...form.getInputProps("isEnabled", { type: "checkbox" })}
          />
        )}
        <FormError error={save.error} names={names} />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending}>
            {t(webhook ? "form.save" : "form.add")}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {common("action.cancel")}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function EventChoice({ form }: { form: Pick<UseFormReturnType<Values>, "values" | "getInputProps"> }) {
  const { t } = useTranslation("webhooks");
  return (
    <>
      <Radio.Group label={t("form.told")} {...form.getInputProps("told")}>
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t("form.all")} description={t("form.all_hint")} />
          <Radio value="some" label={t("form.some")} />
        </Stack>
      </Radio.Group>
      {form.values.told === "some" && (
        <Checkbox.Group aria-label={t("form.events")} {...form.getInputProps("events")}>
          <Stack gap="sm" ps="xl" pb="xs">
            {choices.map((name) => (
              <Checkbox
                key={name}
                value={name}
                label={t(`events.${events[name]}`)}
                description={t(`events.${events[name]}_text`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}
