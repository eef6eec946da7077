import { Button, Group, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Import } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { QueryView } from "@/components/query-view";
import { formatNumber } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";
import { importQuery } from "./api/imports";

type Understood = NonNullable<Import["understood"]>;
type Row = Understood["rows"][number];

/** Formats go by their own names in every language. */
const names: Readonly<Record<string, string>> = {
  coco: "COCO",
  csv: "CSV",
  iiw: "ImageInWords",
  "image-folder": "Hugging Face",
  "label-studio": "Label Studio",
  manifest: "manifest.jsonl",
  parquet: "Parquet",
  textcaps: "TextCaps",
  webdataset: "WebDataset",
};

/** What an import was read as, what came with the images, and what of that was left out. */
export function UnderstoodAs({ projectId, item }: { projectId: number; item: Import }) {
  const { t } = useTranslation("images");
  const [opened, setOpened] = useState(false);
  const understood = item.understood;
  const name = understood && names[understood.format];
  if (!name) return null;
  return (
    <Stack gap={6}>
      <Text size="sm">
        {t("understood.read_as", {
          format: name,
          objects: t("understood.objects_count", counted(understood.objects)),
          texts: t("understood.texts_count", counted(understood.texts)),
        })}{" "}
        {understood.objects + understood.texts > 0 &&
          t(givenAs(item), { ...counted(understood.given), name: item.texts_name })}
        {understood.fetched > 0 && ` ${t("understood.fetched", { count: understood.fetched })}`}
        {understood.repaired > 0 && ` ${t("understood.repaired", { count: understood.repaired })}`}
      </Text>
      {understood.left.length > 0 && (
        <>
          <Text size="sm">{t("understood.left")}</Text>
          <List size="sm">
            {understood.left.map((entry) => (
              <List.Item key={entry.message_code}>
                {messageOf(entry)}: {formatNumber(entry.count)}
              </List.Item>
            ))}
          </List>
        </>
      )}
      <Group>
        <Button size="xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t("understood.show")}
        </Button>
      </Group>
      {opened && <FirstRows projectId={projectId} item={item} />}
    </Stack>
  );
}

const counted = (count: number) => ({ count, number: formatNumber(count) });

function givenAs({ given_as, dry_run }: Import) {
  if (given_as === "nothing") return "understood.ignored";
  if (given_as === "texts") return dry_run ? "understood.would_keep" : "understood.kept";
  if (given_as === "answers") return dry_run ? "understood.would_answer" : "understood.answered";
  return dry_run ? "understood.would_seed" : "understood.seeded";
}

function FirstRows({ projectId, item }: { projectId: number; item: Import }) {
  const { t } = useTranslation("images");
  const query = useQuery(importQuery(projectId, item.id));
  const columns: Column<Row>[] = [
    { key: "image", header: t("understood.image"), label: "", render: ({ external_id, name }) => external_id || name },
    { key: "split", header: t("import.split"), term: "split", render: ({ split }) => split },
    { key: "objects", header: t("understood.objects"), end: true, render: ({ objects }) => formatNumber(objects) },
    { key: "labels", header: t("understood.labels"), render: ({ labels }) => labels.join(", ") },
    { key: "text", header: t("understood.text"), render: ({ text }) => text },
    { key: "facts", header: t("understood.facts"), render: ({ metadata }) => facts(metadata) },
  ];
  return (
    <QueryView query={query}>
      {(full) => (
        <DataTable
          name={t("understood.table", { source: full.source })}
          columns={columns}
          rows={full.understood?.rows ?? []}
          rowKey={({ name }) => name}
        />
      )}
    </QueryView>
  );
}

const facts = (metadata: Row["metadata"]) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");
