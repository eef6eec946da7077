import { Alert, Badge, Group, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AnnotatorQuality } from "@/api/quality";
import { AnnotatorTable } from "@/components/annotator-table";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { personName } from "@/lib/people";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { annotatorQualityQuery } from "@/lib/queries/quality";
import { messageOf } from "@/lib/server-messages";
import { BlockSection } from "./block-section";

export default function AnnotatorsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("quality");
  const query = useQuery(annotatorQualityQuery(projectId));
  const mayAct = useMayLead(projectId);
  usePageTitle(t("tabs.annotators"), useProjectName(projectId));
  return (
    <Stack>
      <QueryView query={query}>
        {(rows) => (
          <>
            <Warnings projectId={projectId} rows={rows.filter(({ warning }) => warning)} />
            <Section title={t("annotators.title")} description={t("annotators.text")}>
              {rows.length === 0 ? (
                <Text c="dimmed">{t("annotators.none")}</Text>
              ) : (
                <AnnotatorTable projectId={projectId} rows={rows} mayAct={mayAct} />
              )}
            </Section>
          </>
        )}
      </QueryView>
      <BlockSection projectId={projectId} mayAct={mayAct} />
    </Stack>
  );
}

/** People who work unlike the others, with the reasons: most of all the new ones. */
function Warnings({ projectId, rows }: { projectId: number; rows: AnnotatorQuality[] }) {
  const { t } = useTranslation("quality");
  if (rows.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t("warning.title", { count: rows.length })}
    >
      <Stack gap="sm">
        {rows.map((row) => (
          <div key={`${String(row.user.id)}-${row.stage.key}`}>
            <Group gap="xs">
              <Text size="sm" fw={600}>
                {personName(row.user)}
              </Text>
              {row.is_new && <Badge color="blue">{t("annotators.new")}</Badge>}
              <TextLink
                size="sm"
                to="/projects/$projectId/review"
                params={{ projectId: String(projectId) }}
                search={{ annotator: String(row.user.id), state: "all" }}
              >
                {t("warning.answers", { name: personName(row.user) })}
              </TextLink>
            </Group>
            <List size="sm">
              {row.reasons.map((reason) => (
                <List.Item key={reason.message_code}>{messageOf(reason)}</List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </Alert>
  );
}
