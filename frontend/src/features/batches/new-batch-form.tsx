import { Button, Checkbox, Group, NumberInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormError } from "@/components/form-error";
import { Section } from "@/components/section";
import { fieldErrors } from "@/lib/form-errors";
import { makeBatch } from "./api/batches";
import { useRefresh } from "./use-refresh";

const names = ["title", "size"] as const;

export function NewBatchForm({ projectId }: { projectId: number }) {
  const { t } = useTranslation("quality");
  const refresh = useRefresh(projectId);
  const form = useForm<{ title: string; size: number | string; carry_over: boolean }>({
    initialValues: { title: "", size: "", carry_over: true },
    validate: { title: (value) => (value.trim() ? null : t("batches.required")) },
  });
  const make = useMutation({
    mutationFn: ({ title, size, carry_over }: typeof form.values) =>
      makeBatch(projectId, { title: title.trim(), carry_over, ...(size === "" ? {} : { size: Number(size) }) }),
    onSuccess: async () => {
      form.reset();
      await refresh(t("batches.made"));
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
  });
  return (
    <Section title={t("batches.new")} description={t("batches.new_text")}>
      <form noValidate onSubmit={form.onSubmit((values) => make.mutate(values))}>
        <Stack>
          <Group align="flex-start">
            <TextInput
              label={t("batches.new_title")}
              maxLength={200}
              flex="1 1 220px"
              maw={360}
              {...form.getInputProps("title")}
            />
            <NumberInput
              label={t("batches.new_size")}
              description={t("batches.new_size_hint")}
              inputWrapperOrder={["label", "input", "description", "error"]}
              min={1}
              allowDecimal={false}
              w={200}
              {...form.getInputProps("size")}
            />
          </Group>
          <Checkbox
            label={t("batches.carry_over")}
            description={t("batches.carry_over_hint")}
            {...form.getInputProps("carry_over", { type: "checkbox" })}
          />
          <FormError error={make.error} names={names} />
          <Group>
            <Button type="submit" loading={make.isPending}>
              {t("batches.make")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
