import {
  Button,
  Fieldset,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  type InputWrapperProps,
} from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Qualification } from "@/api/quality";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { ShareInput } from "@/components/share-input";
import { allFieldsShown } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { qualificationQuery, saveQualification } from "./api/gold";

/** Hints stand below, so that inputs side by side stay on one line. */
const order: InputWrapperProps["inputWrapperOrder"] = ["label", "input", "description", "error"];

/** They say themselves what is wrong, in percent. */
const SHARES = ["min_approval_rate", "test.pass_mark"];

type Form = UseFormReturnType<Qualification>;

interface EntrySectionProps {
  projectId: number;
  rules: Qualification;
  mayEdit: boolean;
}

/** What somebody must bring or pass before they are given work. */
export function EntrySection({ projectId, rules, mayEdit }: EntrySectionProps) {
  const { t } = useTranslation("gold");
  const client = useQueryClient();
  const form = useForm<Qualification>({ initialValues: rules });
  const save = useMutation({
    mutationFn: (values: Qualification) => saveQualification(projectId, values),
    onSuccess: (saved) => {
      client.setQueryData(qualificationQuery(projectId).queryKey, saved);
      form.resetDirty();
      notifyDone(t("qualification.saved"));
    },
    onError: (error) => {
      if (isApiError(error))
        form.setErrors(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
    },
  });
  return (
    <Section title={t("qualification.entry")} term="qualification" description={t("qualification.entry_text")}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        {/* One switch for all inputs: who may not change them still reads them. */}
        <Fieldset variant="unstyled" disabled={!mayEdit}>
          <Stack gap="lg">
            <History form={form} />
            <Switch
              label={t("qualification.consent_required")}
              {...form.getInputProps("consent_required", { type: "checkbox" })}
            />
            <PracticeAndTest form={form} />
            {save.error && <ErrorNotice error={save.error} hideFields={allFieldsShown(save.error, SHARES)} />}
            {mayEdit && (
              <Group justify="flex-end" gap="sm">
                {!form.isDirty() && (
                  <Text size="sm" c="dimmed">
                    {t("qualification.unchanged")}
                  </Text>
                )}
                <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
                  {t("qualification.save")}
                </Button>
              </Group>
            )}
          </Stack>
        </Fieldset>
      </form>
    </Section>
  );
}

function History({ form }: { form: Form }) {
  const { t } = useTranslation("gold");
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <NumberInput
        label={t("qualification.min_approved")}
        description={t("qualification.min_approved_hint")}
        inputWrapperOrder={order}
        min={0}
        allowDecimal={false}
        {...form.getInputProps("min_approved")}
      />
      <ShareInput
        label={t("qualification.min_approval_rate")}
        description={t("qualification.min_approval_rate_hint")}
        inputWrapperOrder={order}
        {...form.getInputProps("min_approval_rate")}
      />
      <TagsInput
        label={t("qualification.locales")}
        description={t("qualification.locales_hint")}
        inputWrapperOrder={order}
        {...form.getInputProps("locales")}
      />
    </SimpleGrid>
  );
}

function PracticeAndTest({ form }: { form: Form }) {
  const { t } = useTranslation("gold");
  const number = (name: string, label: string, extra: Record<string, unknown> = {}) => (
    <NumberInput
      label={label}
      inputWrapperOrder={order}
      min={0}
      allowDecimal={false}
      {...extra}
      {...form.getInputProps(name)}
    />
  );
  return (
    <>
      <Stack gap="sm">
        <Switch
          label={t("qualification.practice")}
          description={t("qualification.practice_hint")}
          {...form.getInputProps("practice.enabled", { type: "checkbox" })}
        />
        {form.values.practice.enabled && (
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {number("practice.size", t("qualification.practice_size"), { min: 1 })}
          </SimpleGrid>
        )}
      </Stack>
      <Stack gap="sm">
        <Switch
          label={t("qualification.test")}
          description={t("qualification.test_hint")}
          {...form.getInputProps("test.enabled", { type: "checkbox" })}
        />
        {form.values.test.enabled && (
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {number("test.size", t("qualification.test_size"), { min: 1 })}
            <ShareInput
              label={t("qualification.pass_mark")}
              inputWrapperOrder={order}
              {...form.getInputProps("test.pass_mark")}
            />
            {number("test.max_attempts", t("qualification.max_attempts"), { min: 1 })}
            {number("test.retry_hours", t("qualification.retry_hours"))}
            {number("test.valid_days", t("qualification.valid_days"), {
              description: t("qualification.valid_days_hint"),
            })}
          </SimpleGrid>
        )}
      </Stack>
    </>
  );
}
