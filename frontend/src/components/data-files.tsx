import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DataFile } from "@/api/types";
import { formatBytes, formatDate, formatNumber } from "@/lib/format";
import { DataTable, type Column } from "./data-table";
import { Time } from "./time";

interface DataFilesProps {
  files: DataFile[];
  /** Where the file of a number is had from. */
  address: (fileId: number) => string;
  busy: boolean;
  onAsk: () => void;
}

/** Files with everything that is kept of one person: those of the last week, and asking for one. */
export function DataFiles({ files, address, busy, onAsk }: DataFilesProps) {
  const { t } = useTranslation("privacy");
  const isWritten = files.some(({ state }) => state === "queued" || state === "running");
  const columns: Column<DataFile>[] = [
    { key: "made", header: t("files.made"), render: ({ created_at }) => <Time at={created_at} /> },
    { key: "rows", header: t("files.rows"), end: true, render: ({ rows }) => formatNumber(rows) },
    { key: "size", header: t("files.size"), end: true, render: ({ size_bytes }) => formatBytes(size_bytes) },
    { key: "until", header: t("files.until"), render: ({ keeps_until }) => formatDate(keeps_until) },
    {
      key: "file",
      header: "",
      label: "",
      end: true,
      render: ({ id, state }) =>
        state === "succeeded" ? (
          <Anchor href={address(id)} download fz="inherit">
            {t("files.download")}
          </Anchor>
        ) : (
          t(`files.state.${state}`)
        ),
    },
  ];
  return (
    <Stack align="stretch">
      {files.length > 0 ? (
        <DataTable name={t("files.table")} columns={columns} rows={files} rowKey={({ id }) => id} />
      ) : (
        <Text c="dimmed" size="sm">
          {t("files.none")}
        </Text>
      )}
      <Button variant="default" loading={busy} disabled={isWritten} onClick={onAsk} style={{ alignSelf: "start" }}>
        {t("files.ask")}
      </Button>
    </Stack>
  );
}
