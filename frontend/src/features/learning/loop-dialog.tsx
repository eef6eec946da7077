import { Button, Group, NumberInput, Radio, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Loop, LoopSettings, PromotionRule } from "@/api/learning";
import type { Connection } from "@/api/models";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { useMetricName } from "@/components/metric-name";
import { SchemaFields } from "@/components/schema-fields";
import { ShareInput } from "@/components/share-input";
import { allFieldsShown } from "@/lib/form-errors";
import { fieldsOf, sentValues, startValues } from "@/lib/json-schema";
import { notifyDone } from "@/lib/notify";
import { backendsQuery } from "@/lib/queries/models";
import { changeLoop } from "./api/learning";

interface LoopDialogProps {
  projectId: number;
  loop: Loop;
  learners: Connection[];
  opened: boolean;
  onClose: () => void;
}

export function LoopDialog({ opened, onClose, ...rest }: LoopDialogProps) {
  const { t } = useTranslation("learning");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("settings.title")} size="lg" closeOnClickOutside={false}>
      <LoopForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

/** Whose problems are said beside them. */
const ownFields = ["connection", "batch_size", "held_out_share", "metric", "margin", "fewest_held_out"];
const order: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

function LoopForm({ projectId, loop, learners, onClose }: Omit<LoopDialogProps, "opened">) {
  const { t } = useTranslation("learning");
  const { t: common } = useTranslation("common");
  const metricName = useMetricName();
  const client = useQueryClient();
  const backends = useQuery(backendsQuery(projectId)).data ?? [];
  const [values, setValues] = useState<LoopSettings>(loop);
  const put = <K extends keyof LoopSettings>(name: K, value: LoopSettings[K]) =>
    setValues((old) => ({ ...old, [name]: value }));
  const backend = learners.find(({ id }) => id === values.connection)?.backend;
  const trainer = fieldsOf(backends.find(({ name }) => name === backend)?.training_schema);
  const [training, setTraining] = useState<Record<string, unknown>>(loop.training);
  const save = useMutation({
    mutationFn: () => {
      const { connection, batch_size, promotion, metric, margin, fewest_held_out, held_out_share } = values;
      const trainingValues = sentValues(trainer, startValues(trainer, training));
      return changeLoop(projectId, {
        connection,
        batch_size,
        promotion,
        metric,
        margin,
        fewest_held_out,
        held_out_share,
        training: trainingValues,
      });
    },
    onSuccess: async () => {
      notifyDone(t("settings.saved"));
      onClose();
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  const known = [...ownFields, ...trainer.map(({ name }) => `training.${name}`)];
  const problem = (path: string) =>
    isApiError(save.error) ? save.error.fields.find((field) => field.path === path)?.message : undefined;
  const number = (name: "batch_size" | "margin" | "fewest_held_out", step: number, max: number) => (
    <NumberInput
      label={t(`settings.${name}`)}
      description={t(`settings.${name}_hint`)}
      inputWrapperOrder={order}
      clampBehavior="none"
      step={step}
      max={max}
      allowDecimal={step < 1}
      value={values[name]}
      error={problem(name)}
      onChange={(value) => put(name, Number(value))}
    />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        <Select
          label={t("settings.connection")}
          description={t("settings.connection_hint")}
          inputWrapperOrder={order}
          data-autofocus
          data={learners.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.connection === null ? null : String(values.connection)}
          error={problem("connection")}
          onChange={(id) => put("connection", id === null ? null : Number(id))}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {number("batch_size", 100, 1_000_000)}
          <ShareInput
            label={t("settings.held_out_share")}
            description={t("settings.held_out_share_hint")}
            inputWrapperOrder={order}
            max={0.5}
            value={values.held_out_share}
            error={problem("held_out_share")}
            onChange={(share) => put("held_out_share", Number(share))}
          />
        </SimpleGrid>
        <Radio.Group
          label={t("settings.promotion")}
          value={values.promotion}
          onChange={(rule) => put("promotion", rule as PromotionRule)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="better" label={t("settings.better")} description={t("settings.better_hint")} />
            <Radio value="manual" label={t("settings.manual")} description={t("settings.manual_hint")} />
          </Stack>
        </Radio.Group>
        {values.promotion === "better" && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t("settings.metric")}
              data={loop.metrics.map((name) => ({ value: name, label: metricName(name) }))}
              value={values.metric}
              allowDeselect={false}
              error={problem("metric")}
              onChange={(metric) => {
                if (metric) put("metric", metric);
              }}
            />
            {number("margin", 0.01, 10)}
            {number("fewest_held_out", 1, 1_000_000)}
          </SimpleGrid>
        )}
        {trainer.length > 0 && (
          <div>
            <Text fw={600} size="sm" mb="xs">
              {t("settings.trainer")}
            </Text>
            <SchemaFields
              fields={trainer}
              values={startValues(trainer, training)}
              onChange={setTraining}
              problemOf={(name) => problem(`training.${name}`)}
            />
          </div>
        )}
        {save.error && <ErrorNotice error={save.error} hideFields={allFieldsShown(save.error, known)} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common("action.cancel")}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t("settings.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
