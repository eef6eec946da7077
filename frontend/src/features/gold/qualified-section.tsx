import { Badge, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { QualifiedPerson } from "@/api/quality";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatDate, formatNumber, formatPercent } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { personName } from "@/lib/people";
import { qualifiedQuery, resetPerson } from "./api/gold";

/** Consent, practice and test of everybody, and the way to let somebody begin anew. */
export function QualifiedSection({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const { t } = useTranslation("gold");
  const client = useQueryClient();
  const query = useQuery(qualifiedQuery(projectId));
  const reset = async (person: QualifiedPerson) => {
    await resetPerson(projectId, person.user.id);
    notifyDone(t("people.reset_done", { name: personName(person.user) }));
    await client.invalidateQueries({ queryKey: qualifiedQuery(projectId).queryKey });
  };
  const columns = useColumns();
  if (mayEdit) {
    columns.push({
      key: "act",
      header: "",
      label: "",
      end: true,
      render: (person) => (
        <ConfirmButton
          size="xs"
          aria-label={t("people.reset_name", { name: personName(person.user) })}
          title={t("people.reset_title", { name: personName(person.user) })}
          text={t("people.reset_text")}
          confirmLabel={t("people.reset")}
          danger={false}
          onConfirm={() => reset(person)}
        >
          {t("people.reset")}
        </ConfirmButton>
      ),
    });
  }
  return (
    <Section title={t("people.title")} description={t("people.text")}>
      <QueryView query={query}>
        {(people) =>
          people.length === 0 ? (
            <Text c="dimmed">{t("people.none")}</Text>
          ) : (
            <DataTable name={t("people.title")} columns={columns} rows={people} rowKey={({ user }) => user.id} />
          )
        }
      </QueryView>
    </Section>
  );
}

function useColumns(): Column<QualifiedPerson>[] {
  const { t } = useTranslation("gold");
  return [
    {
      key: "name",
      header: t("people.name"),
      label: "",
      render: ({ user }) => (
        <Text fw={550} fz="inherit">
          {personName(user)}
        </Text>
      ),
    },
    {
      key: "consent",
      header: t("people.consent"),
      render: ({ consent }) =>
        consent ? t("people.consent_version", { version: consent.version }) : t("people.missing"),
    },
    {
      key: "practice",
      header: t("people.practice"),
      render: ({ practice }) => (practice.done ? t("people.done") : t("people.missing")),
    },
    {
      key: "test",
      header: t("people.test"),
      render: ({ test }) =>
        test.attempts === 0 ? (
          t("people.missing")
        ) : (
          <Badge color={test.passed ? "accent" : "red"}>{t(test.passed ? "people.passed" : "people.failed")}</Badge>
        ),
    },
    { key: "score", header: t("people.score"), end: true, render: ({ test }) => formatPercent(test.score) },
    { key: "attempts", header: t("people.attempts"), end: true, render: ({ test }) => formatNumber(test.attempts) },
    {
      key: "expires",
      header: t("people.expires"),
      render: ({ test }) => (test.expires_at ? formatDate(test.expires_at) : ""),
    },
  ];
}
