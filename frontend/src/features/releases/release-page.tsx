import { Alert, Button, Stack } from "@mantine/core";
import { IconDownload, IconPhotoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { statisticsOf, type ReleaseDetail } from "@/api/releases";
import { JobProgress } from "@/components/job-progress";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { releaseQuery } from "./api/releases";
import { CheckAndLoad } from "./check-and-load";
import { HubSection } from "./hub-section";
import { ReleaseFacts } from "./release-facts";
import { ReleaseFiles } from "./release-files";
import { ReleaseFigures } from "./release-figures";
import { ReleaseState } from "./release-state";
import { fullName } from "./release-table";

interface ReleasePageProps {
  projectId: number;
  releaseId: number;
}

/** One release: what is in it, and how somebody who got it makes sure of that. */
export default function ReleasePage({ projectId, releaseId }: ReleasePageProps) {
  const { t } = useTranslation("releases");
  const query = useQuery(releaseQuery(projectId, releaseId));
  usePageTitle(query.data ? fullName(query.data) : t("title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/releases" params={{ projectId: String(projectId) }}>
        {t("back")}
      </TextLink>
      <QueryView query={query}>{(release) => <Parts projectId={projectId} release={release} />}</QueryView>
    </Stack>
  );
}

function Parts({ projectId, release }: { projectId: number; release: ReleaseDetail }) {
  const statistics = statisticsOf(release);
  return (
    <>
      <Section
        title={fullName(release)}
        description={release.description}
        actions={release.url && <Actions projectId={projectId} release={release} url={release.url} />}
      >
        <Stack>
          <Withdrawn count={release.withdrawn} />
          {!release.digest && <Progress projectId={projectId} release={release} />}
          <ReleaseFacts release={release} />
        </Stack>
      </Section>
      {release.digest && <CheckAndLoad release={release} />}
      {release.digest && <HubSection projectId={projectId} release={release} />}
      {statistics && <ReleaseFigures projectId={projectId} statistics={statistics} />}
      {release.files.length > 0 && <ReleaseFiles files={release.files} />}
    </>
  );
}

function Progress({ projectId, release }: { projectId: number; release: ReleaseDetail }) {
  // A command freezes without a job.
  if (!release.job) return <ReleaseState release={release} />;
  return <JobProgress projectId={projectId} job={release.job} />;
}

/** Its files stay as they are; whoever uses them ought to leave these out. */
function Withdrawn({ count }: { count: number }) {
  const { t } = useTranslation("releases");
  if (count === 0) return null;
  return (
    <Alert color="yellow" icon={<IconPhotoOff size={18} aria-hidden />} title={t("withdrawn.title", { count })}>
      {t("withdrawn.text")}
    </Alert>
  );
}

function Actions({ projectId, release, url }: { projectId: number; release: ReleaseDetail; url: string }) {
  const { t } = useTranslation("releases");
  return (
    <>
      <LinkButton
        variant="default"
        to="/projects/$projectId/releases/$releaseId/compare"
        params={{ projectId: String(projectId), releaseId: String(release.id) }}
      >
        {t("compare.open")}
      </LinkButton>
      <Button component="a" href={url} download leftSection={<IconDownload size={16} aria-hidden />}>
        {t("download_all")}
      </Button>
    </>
  );
}
