import { Button, Checkbox, Group, NumberInput, Progress, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Batch } from "@/api/quality";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { ErrorNotice } from "@/components/error-notice";
import { FormError } from "@/components/form-error";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { StateBadge } from "@/components/state-badge";
import { Time } from "@/components/time";
import { fieldErrors } from "@/lib/form-errors";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { batchesQuery } from "@/lib/queries/quality";
import { makeBatch, moveBatch } from "./api/batches";

export default function BatchesPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("quality");
  const query = useQuery(batchesQuery(projectId));
  const mayAct = useMayLead(projectId);
  usePageTitle(t("batches.title"), useProjectName(projectId));
  return (
    <Stack>
      <QueryView query={query}>
        {(batches) =>
          batches.length === 0 ? (
            <EmptyState title={t("batches.none_title")}>{t("batches.none_text")}</EmptyState>
          ) : (
            <Section title={t("batches.title")} description={t("batches.text")}>
              <BatchTable projectId={projectId} batches={batches} mayAct={mayAct} />
            </Section>
          )
        }
      </QueryView>
      {mayAct && <NewBatchForm projectId={projectId} />}
    </Stack>
  );
}

function useRefresh(projectId: number) {
  const client = useQueryClient();
  return (message: string) => {
    notifyDone(message);
    return client.invalidateQueries({ queryKey: ["projects", projectId] });
  };
}

interface BatchTableProps {
  projectId: number;
  batches: Batch[];
  mayAct: boolean;
}

function BatchTable({ projectId, batches, mayAct }: BatchTableProps) {
  const { t } = useTranslation("quality");
  const columns: Column<Batch>[] = [
    { key: "number", header: t("batches.number"), end: true, render: (batch) => formatNumber(batch.number) },
    {
      key: "title",
      header: t("batches.name"),
      label: "",
      render: (batch) => (
        <TextLink
          fz="inherit"
          fw={550}
          to="/projects/$projectId/quality/batches/$batchId"
          params={{ projectId: String(projectId), batchId: String(batch.id) }}
        >
          {batch.title}
        </TextLink>
      ),
    },
    { key: "state", header: t("batches.state"), render: (batch) => <StateBadge state={batch.state} /> },
    {
      key: "progress",
      header: t("batches.progress"),
      render: (batch) => (
        <Stack gap={4} miw={120}>
          <Text size="sm">{t("batches.of", { done: batch.done, samples: batch.samples })}</Text>
          <Progress size="sm" value={batch.samples ? (100 * batch.done) / batch.samples : 0} aria-hidden />
        </Stack>
      ),
    },
    { key: "carried", header: t("batches.carried"), end: true, render: (batch) => formatNumber(batch.carried_over) },
    { key: "created", header: t("batches.created"), render: (batch) => <Time at={batch.created_at} /> },
    {
      key: "samples",
      header: t("batches.samples"),
      render: (batch) => (
        <TextLink
          fz="inherit"
          to="/projects/$projectId/samples"
          params={{ projectId: String(projectId) }}
          search={{ batch: String(batch.id) }}
        >
          {formatNumber(batch.samples)}
        </TextLink>
      ),
    },
  ];
  if (mayAct) {
    columns.push({
      key: "act",
      header: "",
      label: "",
      end: true,
      render: (batch) => <MoveBatch projectId={projectId} batch={batch} />,
    });
  }
  return <DataTable name={t("batches.title")} columns={columns} rows={batches} rowKey={({ id }) => id} />;
}

function MoveBatch({ projectId, batch }: { projectId: number; batch: Batch }) {
  const { t } = useTranslation("quality");
  const refresh = useRefresh(projectId);
  const open = useMutation({
    mutationFn: () => moveBatch(projectId, batch.id, "open"),
    onSuccess: () => refresh(t("batches.opened_done")),
  });
  if (batch.state === "open") {
    return (
      <ConfirmButton
        size="xs"
        title={t("batches.close_title", { title: batch.title })}
        text={t("batches.close_text")}
        confirmLabel={t("batches.close")}
        danger={false}
        onConfirm={async () => {
          await moveBatch(projectId, batch.id, "close");
          await refresh(t("batches.closed_done"));
        }}
      >
        {t("batches.close")}
      </ConfirmButton>
    );
  }
  return (
    <Stack gap="xs" align="flex-end">
      <Button size="xs" variant="default" loading={open.isPending} onClick={() => open.mutate()}>
        {t("batches.reopen")}
      </Button>
      {open.error && <ErrorNotice error={open.error} />}
    </Stack>
  );
}

const names = ["title", "size"] as const;

function NewBatchForm({ projectId }: { projectId: number }) {
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
