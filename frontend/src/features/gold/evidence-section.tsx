import { Badge, Button, Group, Select, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { GoldEvidence } from "@/api/quality";
import { DataTable, type Column } from "@/components/data-table";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { partName } from "@/kinds/gold/gold-fields";
import { personName } from "@/lib/people";
import { peopleQuery } from "@/lib/queries/quality";
import { evidenceQuery } from "./api/gold";
import { valueName } from "./value-name";

/** Every gold answer that was given, part by part: what a threshold later rests on. */
export function EvidenceSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("gold");
  const { annotator, gold, evidence } = useSearch({ from: "/shell/projects/$projectId/quality/gold" });
  const navigate = useNavigate({ from: "/projects/$projectId/quality/gold" });
  const query = useQuery({
    ...evidenceQuery(projectId, { annotator, gold, cursor: evidence }),
    placeholderData: keepPreviousData,
  });
  const people = useQuery(peopleQuery(projectId)).data ?? [];
  const columns: Column<GoldEvidence>[] = [
    {
      key: "who",
      header: t("evidence.who"),
      label: "",
      render: (row) => (
        <Text fw={550} fz="inherit">
          {personName(row.annotator)}
        </Text>
      ),
    },
    { key: "gold", header: t("evidence.gold"), render: (row) => row.image.name },
    { key: "part", header: t("evidence.part"), render: (row) => partName(row.stage.kind, row.path, t) },
    { key: "expected", header: t("evidence.expected"), render: (row) => valueName(row.expected, t) },
    { key: "given", header: t("evidence.given"), render: (row) => valueName(row.given, t) },
    {
      key: "right",
      header: t("evidence.verdict"),
      render: (row) => (
        <Badge color={row.right ? "accent" : "red"}>{t(row.right ? "evidence.right" : "evidence.wrong")}</Badge>
      ),
    },
    { key: "at", header: t("evidence.at"), render: (row) => <Time at={row.at} /> },
  ];
  return (
    <Section title={t("evidence.title")} description={t("evidence.text")}>
      <Stack>
        <Group align="flex-end">
          <Select
            label={t("evidence.who")}
            placeholder={t("evidence.everybody")}
            clearable
            w={220}
            value={annotator ?? null}
            data={people.map((person) => ({ value: String(person.id), label: personName(person) }))}
            onChange={(next) =>
              void navigate({
                search: { ...(gold ? { gold } : {}), ...(next ? { annotator: next } : {}) },
                replace: true,
              })
            }
          />
          {gold && (
            <Button
              variant="subtle"
              leftSection={<IconX size={16} aria-hidden />}
              onClick={() => void navigate({ search: annotator ? { annotator } : {}, replace: true })}
            >
              {t("evidence.only_one", { number: gold })}
            </Button>
          )}
        </Group>
        <QueryView query={query}>
          {(page) =>
            page.results.length === 0 ? (
              <Text c="dimmed">{t("evidence.none")}</Text>
            ) : (
              <div>
                <DataTable name={t("evidence.title")} columns={columns} rows={page.results} rowKey={({ id }) => id} />
                <Pager
                  page={page}
                  onCursor={(next) => void navigate({ search: (old) => ({ ...old, evidence: next }) })}
                />
              </div>
            )
          }
        </QueryView>
      </Stack>
    </Section>
  );
}
