import { Button, FileInput, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReasoningSet } from "@/api/reasoning";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { useMayLead } from "@/lib/queries/projects";
import { addSet, deleteSet, reasoningKey, setsQuery } from "../api/reasoning";

/** The published files whose questions can be asked, and how to bring one in. */
export function SetsSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("reasoning");
  const query = useQuery(setsQuery(projectId));
  const mayAct = useMayLead(projectId);
  return (
    <Section title={t("sets.title")} term="reasoning_set" description={t("sets.text")}>
      <Stack gap="lg">
        <QueryView query={query}>
          {({ results }) =>
            results.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t("sets.none")}
              </Text>
            ) : (
              <SetTable projectId={projectId} sets={results} mayAct={mayAct} />
            )
          }
        </QueryView>
        {mayAct && <SetForm projectId={projectId} />}
      </Stack>
    </Section>
  );
}

function SetTable({ projectId, sets, mayAct }: { projectId: number; sets: ReasoningSet[]; mayAct: boolean }) {
  const { t } = useTranslation("reasoning");
  const client = useQueryClient();
  const leftOut = ({ left_out }: ReasoningSet) => Object.values(left_out).reduce((sum, rows) => sum + rows, 0);
  const columns: Column<ReasoningSet>[] = [
    {
      key: "name",
      header: t("sets.name"),
      label: "",
      render: ({ name }) => (
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
      ),
    },
    { key: "layout", header: t("sets.layout"), render: ({ title }) => title },
    {
      key: "questions",
      header: t("figure.questions"),
      end: true,
      render: ({ questions }) => formatNumber(questions),
    },
    { key: "left_out", header: t("sets.left_out"), end: true, render: (set) => formatNumber(leftOut(set)) },
    { key: "at", header: t("sets.at"), render: ({ created_at }) => <Time at={created_at} /> },
  ];
  if (mayAct) {
    columns.push({
      key: "actions",
      header: "",
      end: true,
      render: (set) => (
        <ConfirmButton
          size="compact-sm"
          title={t("delete_title", { name: set.name })}
          text={t("sets.delete_text")}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await deleteSet(projectId, set.id);
            notifyDone(t("sets.deleted"));
            await client.invalidateQueries({ queryKey: reasoningKey(projectId, "sets") });
          }}
        >
          {t("delete")}
        </ConfirmButton>
      ),
    });
  }
  return <DataTable name={t("sets.title")} columns={columns} rows={sets} rowKey={({ id }) => id} />;
}

const nameOf = (file: File) => file.name.replace(/(\.(jsonl?|csv))?(\.gz)?$/, "");

function SetForm({ projectId }: { projectId: number }) {
  const { t } = useTranslation("reasoning");
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const upload = useMutation({
    mutationFn: (chosen: File) => addSet(projectId, chosen, name.trim() || nameOf(chosen)),
    onSuccess: async () => {
      setFile(null);
      setName("");
      await client.invalidateQueries({ queryKey: reasoningKey(projectId, "sets") });
    },
  });
  const problems = fieldErrors(upload.error, ["file", "name"]);
  const submit = () => {
    setMissing(!file);
    if (file) upload.mutate(file);
  };
  return (
    <Stack gap="sm" maw={560}>
      <FileInput
        label={t("sets.file")}
        description={t("sets.file_hint")}
        placeholder={t("sets.placeholder")}
        accept=".jsonl,.json,.csv,.gz"
        clearable
        value={file}
        onChange={setFile}
        error={missing && !file ? t("sets.required") : problems.file}
      />
      <TextInput
        label={t("sets.name")}
        placeholder={file ? nameOf(file) : undefined}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problems.name}
      />
      {upload.error && <ErrorNotice error={upload.error} hideFields={allFieldsShown(upload.error, ["file", "name"])} />}
      <Group>
        <Button variant="default" loading={upload.isPending} onClick={submit}>
          {t("sets.submit")}
        </Button>
      </Group>
      <div role="status">
        {upload.data && (
          <Text size="sm">
            {t("sets.added", {
              name: upload.data.name,
              title: upload.data.title,
              count: upload.data.questions,
              questions: formatNumber(upload.data.questions),
            })}
          </Text>
        )}
      </div>
    </Stack>
  );
}
