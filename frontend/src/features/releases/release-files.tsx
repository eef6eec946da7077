import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReleaseFile } from "@/api/releases";
import { DataTable, type Column } from "@/components/data-table";
import { Section } from "@/components/section";
import { formatBytes } from "@/lib/format";
import { ShortDigest } from "./digest";

export function ReleaseFiles({ files }: { files: ReleaseFile[] }) {
  const { t } = useTranslation("releases");
  const columns: Column<ReleaseFile>[] = [
    {
      key: "path",
      header: t("files.path"),
      label: "",
      render: ({ path, url }) => (
        <Anchor href={url} download size="sm" aria-label={t("download_name", { release: path })}>
          {path}
        </Anchor>
      ),
    },
    { key: "size", header: t("list.size"), end: true, render: ({ size_bytes }) => formatBytes(size_bytes) },
    {
      key: "sha256",
      header: t("files.sha256"),
      render: ({ path, sha256 }) => <ShortDigest digest={sha256} label={t("files.copy", { path })} />,
    },
  ];
  return (
    <Section title={t("files.title")} description={t("files.text")}>
      <DataTable name={t("files.title")} columns={columns} rows={files} rowKey={({ path }) => path} />
    </Section>
  );
}
