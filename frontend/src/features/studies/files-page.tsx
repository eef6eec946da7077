import { Stack, Text } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { TextFile } from "@/api/studies";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { personName } from "@/lib/people";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { deleteTextFile, filesQuery } from "./api/studies";
import { FileForm } from "./file-form";
import { ImagesForm } from "./images-form";

/** Texts that were written elsewhere, to be judged or measured here. */
export default function FilesPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("studies");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/studies/files" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies/files" });
  const query = useQuery({ ...filesQuery(projectId, cursor), placeholderData: keepPreviousData });
  const mayAct = useMayLead(projectId);
  usePageTitle(t("files.title"), useProjectName(projectId));
  return (
    <Stack>
      <Section title={t("files.title")} description={t("files.text")}>
        <QueryView query={query}>
          {(page) =>
            page.results.length === 0 ? (
              <EmptyState order={3} icon={<IconFileText size={36} />} title={t("files.none_title")}>
                {t("files.none_text")}
              </EmptyState>
            ) : (
              <Stack>
                <FileTable projectId={projectId} files={page.results} mayAct={mayAct} />
                <Pager page={page} onCursor={(next) => void navigate({ search: { cursor: next } })} />
              </Stack>
            )
          }
        </QueryView>
      </Section>
      {mayAct && (
        <Section title={t("files.add")} description={t("files.add_text")}>
          <FileForm projectId={projectId} />
        </Section>
      )}
      {mayAct && (
        <Section title={t("images.title")} description={t("images.text")}>
          <ImagesForm projectId={projectId} />
        </Section>
      )}
    </Stack>
  );
}

function FileTable({ projectId, files, mayAct }: { projectId: number; files: TextFile[]; mayAct: boolean }) {
  const { t } = useTranslation("studies");
  const client = useQueryClient();
  const remove = async (file: TextFile) => {
    await deleteTextFile(projectId, file.id);
    notifyDone(t("files.deleted"));
    await client.invalidateQueries({ queryKey: ["projects", projectId, "studies"] });
  };
  const columns: Column<TextFile>[] = [
    {
      key: "name",
      header: t("files.name"),
      label: "",
      render: ({ name }) => (
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
      ),
    },
    { key: "texts", header: t("files.texts"), end: true, render: ({ texts }) => formatNumber(texts) },
    { key: "matched", header: t("files.matched"), end: true, render: ({ matched }) => formatNumber(matched) },
    { key: "by", header: t("files.by"), render: ({ created_by: person }) => personName(person) },
    { key: "at", header: t("files.at"), render: ({ created_at: at }) => <Time at={at} /> },
  ];
  if (mayAct) {
    columns.push({
      key: "actions",
      header: "",
      end: true,
      render: (file) => (
        <ConfirmButton
          size="compact-sm"
          title={t("files.delete_title", { name: file.name })}
          text={t("files.delete_text")}
          confirmLabel={t("files.delete")}
          onConfirm={() => remove(file)}
        >
          {t("files.delete")}
        </ConfirmButton>
      ),
    });
  }
  return <DataTable name={t("files.title")} columns={columns} rows={files} rowKey={({ id }) => id} />;
}
