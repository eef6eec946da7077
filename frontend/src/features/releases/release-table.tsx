import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Release } from "@/api/releases";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { Time } from "@/components/time";
import { formatBytes, formatNumber } from "@/lib/format";
import { ShortDigest } from "./digest";
import { ReleaseState } from "./release-state";

export const fullName = ({ name, version }: Pick<Release, "name" | "version">) => `${name} ${version}`;

export function ReleaseTable({ projectId, releases }: { projectId: number; releases: Release[] }) {
  const { t } = useTranslation("releases");
  const { t: common } = useTranslation("common");
  const ifFrozen = (release: Release, value: string) => (release.digest ? value : common("none"));
  const columns: Column<Release>[] = [
    {
      key: "name",
      header: t("list.release"),
      label: "",
      render: (release) => (
        <TextLink
          to="/projects/$projectId/releases/$releaseId"
          params={{ projectId: String(projectId), releaseId: String(release.id) }}
          fz="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
        >
          {fullName(release)}
        </TextLink>
      ),
    },
    { key: "state", header: t("list.state"), render: (release) => <ReleaseState release={release} /> },
    { key: "at", header: t("list.at"), render: (release) => <Time at={release.frozen_at ?? release.created_at} /> },
    {
      key: "samples",
      header: t("list.samples"),
      end: true,
      render: (release) => ifFrozen(release, formatNumber(release.samples)),
    },
    {
      key: "size",
      header: t("list.size"),
      end: true,
      render: (release) => ifFrozen(release, formatBytes(release.size_bytes)),
    },
    {
      key: "digest",
      header: t("list.digest"),
      render: (release) =>
        release.digest ? (
          <ShortDigest digest={release.digest} label={t("copy_digest", { release: fullName(release) })} />
        ) : (
          common("none")
        ),
    },
    {
      key: "download",
      header: "",
      render: (release) => release.url && <Download url={release.url} name={fullName(release)} />,
    },
  ];
  return <DataTable name={t("title")} columns={columns} rows={releases} rowKey={({ id }) => id} />;
}

function Download({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation("releases");
  return (
    <Button
      component="a"
      href={url}
      download
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={t("download_name", { release: name })}
    >
      {t("download")}
    </Button>
  );
}
