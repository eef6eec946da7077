import { useTranslation } from "react-i18next";
import type { EnrichmentDetail } from "@/api/enrichments";
import { DataTable, type Column } from "@/components/data-table";
import { Section } from "@/components/section";
import { messageOf, remedyOf } from "@/lib/server-messages";

type Failure = EnrichmentDetail["failures"][number];

/** Which images have no description, and why. */
export function Failures({ enrichment: { failures } }: { enrichment: EnrichmentDetail }) {
  const { t } = useTranslation("enrichments");
  const columns: Column<Failure>[] = [
    { key: "image", header: t("failure.image"), label: "", render: ({ name }) => name },
    {
      key: "why",
      header: t("failure.why"),
      render: (failure) => `${messageOf(failure)} ${remedyOf(failure) ?? ""}`.trim(),
    },
  ];
  return (
    <Section title={t("failure.title")} description={t("failure.text")}>
      <DataTable
        name={t("failure.title")}
        columns={columns}
        rows={failures}
        rowKey={({ image_id, name }) => image_id ?? name}
      />
    </Section>
  );
}
