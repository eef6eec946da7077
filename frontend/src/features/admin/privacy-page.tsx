import { Badge, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Deletion } from "@/api/types";
import { AdminFrame } from "@/components/admin-frame";
import { DataTable, type Column } from "@/components/data-table";
import { Dialog } from "@/components/dialog";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { personName } from "@/lib/people";
import { deletionsQuery } from "./api/privacy";
import { Lines } from "./person-data";
import { RetentionSection, RunsSection } from "./retention-sections";

/** Who has asked to be deleted, how long things are kept, and what went by that. */
export default function PrivacyPage() {
  return (
    <AdminFrame page="privacy">
      <Stack>
        <Deletions />
        <RetentionSection />
        <RunsSection />
      </Stack>
    </AdminFrame>
  );
}

const colours = { asked: "yellow", running: "blue", done: "gray" } as const;

function Deletions() {
  const { t } = useTranslation("privacy");
  const search = useSearch({ from: "/shell/admin/privacy" });
  const navigate = useNavigate({ from: "/admin/privacy" });
  const query = useQuery(deletionsQuery(search.cursor));
  return (
    <Section title={t("deletions.title")} description={t("deletions.text")}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <Text c="dimmed" size="sm">
              {t("deletions.none")}
            </Text>
          ) : (
            <>
              <DeletionTable rows={page.results} />
              <Pager page={page} onCursor={(cursor) => void navigate({ search: { cursor } })} />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}

function DeletionTable({ rows }: { rows: Deletion[] }) {
  const { t } = useTranslation("privacy");
  const columns: Column<Deletion>[] = [
    {
      key: "person",
      header: t("deletions.person"),
      label: "",
      render: ({ person }) => (
        <Text fw={550} fz="inherit" style={{ overflowWrap: "anywhere" }}>
          {personName(person)}
        </Text>
      ),
    },
    {
      key: "state",
      header: t("deletions.state"),
      render: ({ state }) => <Badge color={colours[state]}>{t(`deletions.states.${state}`)}</Badge>,
    },
    {
      key: "asked",
      header: t("deletions.asked_at"),
      render: ({ asked_at }) => (asked_at ? <Time at={asked_at} /> : t("deletions.unasked")),
    },
    { key: "by", header: t("deletions.by"), render: ({ ordered_by }) => (ordered_by ? personName(ordered_by) : "–") },
    {
      key: "finished",
      header: t("deletions.finished"),
      render: ({ finished_at }) => (finished_at ? <Time at={finished_at} /> : "–"),
    },
    {
      key: "look",
      header: "",
      label: "",
      end: true,
      render: (row) =>
        row.state === "asked" ? (
          <TextLink to="/admin/users/$userId" params={{ userId: String(row.person.id) }} fz="inherit">
            {t("deletions.look")}
          </TextLink>
        ) : (
          <Report row={row} />
        ),
    },
  ];
  return <DataTable name={t("deletions.table")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function Report({ row }: { row: Deletion }) {
  const { t } = useTranslation("privacy");
  const [isOpen, setOpen] = useState(false);
  if (!row.done) return null;
  return (
    <>
      <Button size="xs" variant="subtle" onClick={() => setOpen(true)}>
        {t("deletions.report")}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t("deletions.report_title")} size="lg">
        <Stack>
          <Lines goes={row.done.goes} stays={row.done.stays} isDone />
          {row.replaced !== null && <Text size="sm">{t("deletions.replaced", { count: row.replaced })}</Text>}
        </Stack>
      </Dialog>
    </>
  );
}
