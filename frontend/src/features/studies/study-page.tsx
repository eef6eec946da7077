import { Alert, Group, Stack } from "@mantine/core";
import { IconExternalLink, IconUsers } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Study } from "@/api/studies";
import { ConfirmButton } from "@/components/confirm-button";
import { LinkButton } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { TrackedJob } from "@/components/tracked-job";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { closeStudy, deleteStudy, reopenStudy, studyQuery } from "./api/studies";
import { StudyProgress } from "./progress";
import { RenameButton } from "./rename-button";
import { StudyFacts } from "./study-facts";
import type { StudyPageProps } from "./study-layout";

export default function StudyPage({ projectId, studyId }: StudyPageProps) {
  const query = useQuery(studyQuery(projectId, studyId));
  usePageTitle(query.data?.name ?? "", useProjectName(projectId));
  return <QueryView query={query}>{(study) => <Parts projectId={projectId} study={study} />}</QueryView>;
}

function Parts({ projectId, study }: { projectId: number; study: Study }) {
  const { t } = useTranslation("studies");
  const mayAct = useMayLead(projectId);
  return (
    <Stack>
      {study.state === "preparing" && (
        <Section title={t("preparing.title")} description={t("preparing.text")}>
          {study.job && <TrackedJob key={study.job.id} projectId={projectId} job={study.job} />}
        </Section>
      )}
      {study.state === "failed" && (
        <Section title={t("failed.title")} description={t("failed.text")}>
          <Stack>
            {study.problem && <Alert color="red">{study.problem}</Alert>}
            {study.job && <TrackedJob key={study.job.id} projectId={projectId} job={study.job} />}
          </Stack>
        </Section>
      )}
      {study.work && (study.state === "open" || study.state === "closed") && <Judging study={study} />}
      <Section
        title={t("facts.title")}
        description={study.work === null && study.state === "closed" ? t("facts.imported") : undefined}
        actions={mayAct && <Acts projectId={projectId} study={study} />}
      >
        <StudyFacts study={study} />
      </Section>
    </Stack>
  );
}

/** How far it is, and where people are let in. */
function Judging({ study }: { study: Study }) {
  const { t } = useTranslation("studies");
  if (!study.work) return null;
  const params = { projectId: String(study.work.id) };
  return (
    <Section
      title={t("judging.title")}
      description={t(study.state === "open" ? "judging.text" : "judging.closed")}
      actions={
        <Group gap="xs">
          <LinkButton
            variant="default"
            to="/projects/$projectId"
            params={params}
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t("judging.project")}
          </LinkButton>
          <LinkButton
            variant="default"
            to="/projects/$projectId/people"
            params={params}
            leftSection={<IconUsers size={16} aria-hidden />}
          >
            {t("judging.people")}
          </LinkButton>
        </Group>
      }
    >
      <StudyProgress study={study} />
    </Section>
  );
}

function Acts({ projectId, study }: { projectId: number; study: Study }) {
  const { t } = useTranslation("studies");
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = (message: string) => {
    notifyDone(message);
    return client.invalidateQueries({ queryKey: ["projects", projectId, "studies"] });
  };
  const remove = async () => {
    await deleteStudy(projectId, study.id);
    await navigate({ to: "/projects/$projectId/studies", params: { projectId: String(projectId) } });
    client.removeQueries({ queryKey: ["projects", projectId, "studies", study.id] });
    await refresh(t("acts.deleted"));
  };
  return (
    <>
      <RenameButton projectId={projectId} study={study} />
      {study.state === "open" && (
        <ConfirmButton
          danger={false}
          title={t("acts.close_title")}
          text={t("acts.close_text")}
          confirmLabel={t("acts.close_confirm")}
          onConfirm={async () => {
            await closeStudy(projectId, study.id);
            await refresh(t("acts.closed"));
          }}
        >
          {t("acts.close")}
        </ConfirmButton>
      )}
      {study.state === "closed" && study.work && (
        <ConfirmButton
          danger={false}
          title={t("acts.reopen_title")}
          text={t("acts.reopen_text")}
          confirmLabel={t("acts.reopen_confirm")}
          onConfirm={async () => {
            await reopenStudy(projectId, study.id);
            await refresh(t("acts.reopened"));
          }}
        >
          {t("acts.reopen")}
        </ConfirmButton>
      )}
      <ConfirmButton
        color="red"
        variant="subtle"
        title={t("acts.delete_title", { name: study.name })}
        text={t("acts.delete_text")}
        confirmLabel={t("acts.delete")}
        onConfirm={remove}
      >
        {t("acts.delete")}
      </ConfirmButton>
    </>
  );
}
