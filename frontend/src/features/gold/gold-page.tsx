import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Gold } from "@/api/quality";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Thumb } from "@/components/thumb";
import { partName } from "@/kinds/gold/gold-fields";
import { formatPercent } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { stageTitle } from "@/lib/server-messages";
import { goldQuery, removeGold } from "./api/gold";
import { EditGoldDialog } from "./edit-gold-dialog";
import { EvidenceSection } from "./evidence-section";
import { GoldImportSection } from "./gold-import";
import { SharesSection } from "./shares-section";
import { isExampleOnly, valueName } from "./value-name";

export default function GoldPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("gold");
  const mayAct = useMayLead(projectId);
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Stack>
      <GoldSection projectId={projectId} mayAct={mayAct} />
      <SharesSection projectId={projectId} />
      <EvidenceSection projectId={projectId} />
      {mayAct && <GoldImportSection projectId={projectId} />}
    </Stack>
  );
}

interface GoldSectionProps {
  projectId: number;
  mayAct: boolean;
}

function GoldSection({ projectId, mayAct }: GoldSectionProps) {
  const { t } = useTranslation("gold");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/quality/gold" });
  const navigate = useNavigate({ from: "/projects/$projectId/quality/gold" });
  const query = useQuery({ ...goldQuery(projectId, cursor), placeholderData: keepPreviousData });
  return (
    <Section title={t("title")} term="gold" description={t("text")}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <Text c="dimmed">{t("none")}</Text>
          ) : (
            <div>
              <GoldTable projectId={projectId} rows={page.results} mayAct={mayAct} />
              <Pager page={page} onCursor={(next) => void navigate({ search: (old) => ({ ...old, cursor: next }) })} />
            </div>
          )
        }
      </QueryView>
    </Section>
  );
}

function GoldTable({ projectId, rows, mayAct }: GoldSectionProps & { rows: Gold[] }) {
  const { t } = useTranslation("gold");
  const client = useQueryClient();
  const [editing, setEditing] = useState<Gold | null>(null);
  const remove = async (gold: Gold) => {
    await removeGold(projectId, gold.id);
    notifyDone(t("removed"));
    await client.invalidateQueries({ queryKey: ["projects", projectId, "gold"] });
  };
  const columns: Column<Gold>[] = useGoldColumns(projectId);
  if (mayAct) {
    columns.push({
      key: "act",
      header: "",
      label: "",
      end: true,
      render: (gold) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            aria-label={t("edit_name", { name: gold.image.name })}
            onClick={() => setEditing(gold)}
          >
            {t("edit")}
          </Button>
          <ConfirmButton
            size="xs"
            variant="subtle"
            color="red"
            title={t("remove_title")}
            text={t("remove_text")}
            confirmLabel={t("remove")}
            onConfirm={() => remove(gold)}
          >
            {t("remove")}
          </ConfirmButton>
        </Group>
      ),
    });
  }
  return (
    <>
      <DataTable name={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />
      {editing && <EditGoldDialog projectId={projectId} gold={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

function useGoldColumns(projectId: number): Column<Gold>[] {
  const { t } = useTranslation("gold");
  return [
    {
      key: "image",
      header: t("column.answer"),
      label: "",
      render: (gold) => (
        <Group gap="sm" wrap="nowrap">
          <Thumb src={gold.image.urls.thumb} alt="" size={48} />
          <div>
            <TextLink to="/samples/$sampleId" params={{ sampleId: String(gold.sample) }} fz="sm">
              {gold.image.name}
            </TextLink>
            <Text size="xs" c="dimmed">
              {stageTitle(gold.stage)}
              {gold.note && ` · ${gold.note}`}
            </Text>
          </div>
        </Group>
      ),
    },
    {
      key: "expected",
      header: t("column.expected"),
      render: (gold) => (
        <Stack gap={2}>
          {isExampleOnly(gold) && (
            <Text fz="inherit" c="dimmed">
              {t("example")}
            </Text>
          )}
          {Object.entries(gold.expected).map(([path, value]) => (
            <Text key={path} fz="inherit">
              {t("expected", { part: partName(gold.stage.kind, path, t), value: valueName(value, t) })}
            </Text>
          ))}
        </Stack>
      ),
    },
    {
      key: "good",
      header: t("column.quality"),
      render: (gold) => <Badge color={gold.is_good ? "accent" : "yellow"}>{t(gold.is_good ? "good" : "bad")}</Badge>,
    },
    {
      key: "uses",
      header: t("column.uses"),
      render: (gold) => gold.uses.map((use) => t(`use_short.${use}`)).join(", "),
    },
    {
      key: "right",
      header: t("column.right"),
      end: true,
      render: (gold) =>
        gold.total === 0 ? (
          t("never_asked")
        ) : (
          <TextLink
            fz="inherit"
            to="/projects/$projectId/quality/gold"
            params={{ projectId: String(projectId) }}
            search={{ gold: String(gold.id) }}
          >
            {t("right", { share: formatPercent(gold.right / gold.total), right: gold.right, total: gold.total })}
          </TextLink>
        ),
    },
  ];
}
