import { useTranslation } from "react-i18next";
import type { EnrichmentDetail } from "@/api/enrichments";
import { DataTable, type Column } from "@/components/data-table";
import { Section } from "@/components/section";
import { messageOf, remedyOf, type Notice } from "@/lib/server-messages";

interface Reason {
  why: string;
  names: string[];
}

/** What has the same reason stands together: a server that is down fails every image alike. */
function byReason(failures: readonly (Notice & { name: string })[]): Reason[] {
  const names = new Map<string, string[]>();
  for (const failure of failures) {
    const why = `${messageOf(failure)} ${remedyOf(failure) ?? ""}`.trim();
    names.set(why, [...(names.get(why) ?? []), failure.name]);
  }
  return [...names].map(([why, of]) => ({ why, names: of }));
}

interface FailureTableProps {
  name: string;
  failures: readonly (Notice & { name: string })[];
}

/** Why images have no answer, and which. */
export function FailureTable({ name, failures }: FailureTableProps) {
  const { t } = useTranslation("enrichments");
  const columns: Column<Reason>[] = [
    { key: "why", header: t("failure.why"), label: "", render: ({ why }) => why },
    { key: "images", header: t("failure.images"), label: "", render: ({ names }) => names.join(", ") },
  ];
  return <DataTable name={name} columns={columns} rows={byReason(failures)} rowKey={({ why }) => why} />;
}

/** Which images have no description, and why. */
export function Failures({ enrichment: { failures } }: { enrichment: EnrichmentDetail }) {
  const { t } = useTranslation("enrichments");
  return (
    <Section title={t("failure.title")} description={t("failure.text")}>
      <FailureTable name={t("failure.title")} failures={failures} />
    </Section>
  );
}
