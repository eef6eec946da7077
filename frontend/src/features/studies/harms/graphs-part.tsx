import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmGraph } from "@/api/harms";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber } from "@/lib/format";
import { Part, type PartProps } from "./part";
import { Range, Share } from "./shown";

const KINDS = ["objects", "attributes", "relations"] as const;
const MOST = 8;

interface Row {
  kind: (typeof KINDS)[number];
  graph: HarmGraph;
}

/** How much the stage says at all, and what of its words WordNet knows: everything else rests on it. */
export function GraphsPart({ run, figures }: PartProps) {
  const { t } = useTranslation("harms");
  const { graphs, images, texts } = figures;
  const said = t("graphs.text", {
    texts: t("new.texts", { count: texts, said: formatNumber(texts) }),
    images: t("new.images", { count: images, images: formatNumber(images) }),
  });
  const { count } = graphs.without_tuples;
  const silent = count > 0 ? t("graphs.silent", { count, silent: formatNumber(count) }) : "";
  const columns: Column<Row>[] = [
    {
      key: "kind",
      header: t("graphs.kind"),
      label: "",
      render: ({ kind }) => (
        <Text fz="inherit" fw={550}>
          {t(`graphs.${kind}`)}
        </Text>
      ),
    },
    {
      key: "mean",
      header: t("graphs.per_image"),
      end: true,
      render: ({ graph: { per_image } }) => (
        <>
          {formatNumber(per_image.mean, 2)}
          <Range ends={per_image} write={(value) => formatNumber(value, 2)} />
        </>
      ),
    },
    { key: "n", header: t("graphs.images"), end: true, render: ({ graph }) => formatNumber(graph.per_image.n) },
    {
      key: "unknown",
      header: t("graphs.without_synset"),
      end: true,
      render: ({ graph }) => <Share of={graph.without_synset} unit="words" />,
    },
    {
      key: "other",
      header: t("graphs.other_part"),
      end: true,
      render: ({ graph }) => <Share of={graph.other_part_of_speech} unit="words" />,
    },
    {
      key: "common",
      header: t("graphs.common"),
      render: ({ graph }) => (
        <Text component="span" fz="inherit" style={{ display: "block", minWidth: 180 }}>
          {graph.most_common
            .slice(0, MOST)
            .map(({ synset, count }) => `${synset.name} (${formatNumber(count)})`)
            .join(", ")}
        </Text>
      ),
    },
  ];
  return (
    <Part title={t("graphs.title")} text={`${said} ${silent}`.trim()} run={run} figures={figures} name="graphs">
      <DataTable
        name={t("graphs.title")}
        columns={columns}
        rows={KINDS.map((kind) => ({ kind, graph: graphs[kind] }))}
        rowKey={({ kind }) => kind}
        narrow="scroll"
      />
    </Part>
  );
}
