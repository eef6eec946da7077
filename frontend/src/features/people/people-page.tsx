import { Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { AddSection } from "./add-section";
import { CapacitySection } from "./capacity-section";
import { InvitationSection } from "./invitation-section";
import { MemberSection } from "./member-section";
import { TeamSection } from "./team-section";

export default function PeoplePage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("people");
  usePageTitle(t("title"), useProjectName(projectId));
  const mayEdit = useMayLead(projectId);
  return (
    <Stack>
      <MemberSection projectId={projectId} mayEdit={mayEdit} />
      <TeamSection projectId={projectId} mayEdit={mayEdit} />
      <CapacitySection projectId={projectId} />
      {mayEdit && <AddSection projectId={projectId} />}
      {mayEdit && <InvitationSection projectId={projectId} />}
    </Stack>
  );
}
