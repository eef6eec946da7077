import { Alert, Badge, Stack, Text } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Groups } from "@/api/groups";
import { ConfirmButton } from "@/components/confirm-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { messageOf } from "@/lib/server-messages";
import { deleteGroups, groupsQuery } from "../api/groups";
import { GroupCounts } from "./group-counts";
import { GroupImport } from "./group-import";
import { SchemeForm } from "./scheme-form";

/** What a project asks of the largest person in images: off by default, in sums, and deleted in one act. */
export default function GroupsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("groups");
  const query = useQuery(groupsQuery(projectId));
  usePageTitle(t("title"), useProjectName(projectId));
  return <QueryView query={query}>{(groups) => <Parts projectId={projectId} groups={groups} />}</QueryView>;
}

function Parts({ projectId, groups }: { projectId: number; groups: Groups }) {
  const { t } = useTranslation("groups");
  const { scheme, figures, undefined: why } = groups;
  const isOn = scheme?.is_enabled ?? false;
  return (
    <Stack>
      <Section
        title={t("title")}
        description={t("text")}
        actions={<Badge color={isOn ? "accent" : "gray"}>{t(isOn ? "on" : "off")}</Badge>}
      >
        <Stack>
          <Alert color="yellow" icon={<IconShieldLock size={20} aria-hidden />} title={t("warning_title")}>
            {t("warning")}
          </Alert>
          {why && (
            <Text size="sm" role="status">
              {messageOf(why)}
            </Text>
          )}
        </Stack>
      </Section>
      {scheme && figures && <GroupCounts scheme={scheme} figures={figures} />}
      {/* Deleting all answers turns asking off: the form begins anew from what holds then. */}
      <SchemeForm key={String(isOn)} projectId={projectId} scheme={scheme} hasAnswers={(figures?.answers ?? 0) > 0} />
      {scheme && <GroupImport projectId={projectId} value={scheme.values[0] ?? ""} />}
      {scheme && <DeleteAll projectId={projectId} answers={figures?.answers ?? 0} />}
    </Stack>
  );
}

function DeleteAll({ projectId, answers }: { projectId: number; answers: number }) {
  const { t } = useTranslation("groups");
  const client = useQueryClient();
  return (
    <Section title={t("delete.title")} description={t(answers > 0 ? "delete.text" : "delete.none")}>
      <ConfirmButton
        disabled={answers === 0}
        color="red"
        title={t("delete.sure")}
        text={t("delete.count", { count: answers })}
        confirmLabel={t("delete.act")}
        onConfirm={async () => {
          const count = await deleteGroups(projectId);
          notifyDone(t("delete.done", { count }));
          await client.invalidateQueries({ queryKey: groupsQuery(projectId).queryKey });
        }}
      >
        {t("delete.act")}
      </ConfirmButton>
    </Section>
  );
}
