import { Alert, Button, Grid, Stack, Text } from "@mantine/core";
import { IconBook2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Guidelines } from "@/api/types";
import { ConfirmGuidelines } from "@/components/confirm-guidelines";
import { EmptyState } from "@/components/empty-state";
import { LoadingText } from "@/components/loading";
import { Markdown } from "@/components/markdown";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatDate } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { guidelinesQuery, guidelineVersionQuery, useReadReceipt } from "@/lib/queries/guidelines";
import { mayLead, projectQuery } from "@/lib/queries/projects";
import { useUser } from "@/lib/queries/session";
import { GuidelinesEditor } from "./guidelines-editor";
import { MustBeRead } from "./must-be-read";
import { VersionList } from "./version-list";

export default function GuidelinesPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("guidelines");
  const query = useQuery(guidelinesQuery(projectId));
  const project = useQuery(projectQuery(projectId)).data;
  const user = useUser();
  usePageTitle(t("title"), project?.name ?? "");
  useReadReceipt(projectId, query.data);
  return (
    <QueryView query={query} loading={<LoadingText lines={10} />}>
      {(guidelines) => (
        <GuidelinesView
          projectId={projectId}
          guidelines={guidelines}
          editable={project !== undefined && mayLead(project, user)}
        />
      )}
    </QueryView>
  );
}

interface ViewProps {
  projectId: number;
  guidelines: Guidelines;
  editable: boolean;
}

function GuidelinesView({ projectId, guidelines, editable }: ViewProps) {
  const { t } = useTranslation("guidelines");
  const { t: common } = useTranslation("common");
  const [editing, setEditing] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const { current, versions } = guidelines;
  if (editing) {
    return (
      <GuidelinesEditor
        projectId={projectId}
        initial={current?.body ?? ""}
        onDone={() => {
          setEditing(false);
          setShown(null);
        }}
      />
    );
  }
  if (!current) {
    return (
      <EmptyState
        icon={<IconBook2 size={36} />}
        title={t("none_title")}
        action={editable && <Button onClick={() => setEditing(true)}>{t("write")}</Button>}
      >
        {editable ? t("none_lead") : t("none_text")}
      </EmptyState>
    );
  }
  const old = shown !== null && shown !== current.version;
  const edit = (
    <Button variant="default" onClick={() => setEditing(true)}>
      {common("action.edit")}
    </Button>
  );
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 9 }}>
        <Section
          title={t("title")}
          description={
            editable ? t("page_text") : t("version", { version: current.version, date: formatDate(current.created_at) })
          }
          actions={editable && !old && edit}
        >
          {old ? (
            <OldVersion projectId={projectId} version={shown} onCurrent={() => setShown(null)} />
          ) : (
            <>
              <Markdown source={current.body} />
              {!editable && <ConfirmGuidelines projectId={projectId} guidelines={guidelines} />}
            </>
          )}
        </Section>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 3 }}>
        <Stack>
          <Section title={t("versions")}>
            <VersionList
              versions={versions}
              current={current.version}
              shown={shown ?? current.version}
              onShow={setShown}
            />
          </Section>
          {editable && <MustBeRead projectId={projectId} isRequired={guidelines.required} />}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

interface OldVersionProps {
  projectId: number;
  version: number;
  onCurrent: () => void;
}

function OldVersion({ projectId, version, onCurrent }: OldVersionProps) {
  const { t } = useTranslation("guidelines");
  const query = useQuery(guidelineVersionQuery(projectId, version));
  return (
    <>
      <Alert color="yellow" mb="md">
        <Text size="sm" mb="xs">
          {t("shown_version", { version })}
        </Text>
        <Button size="xs" variant="default" onClick={onCurrent}>
          {t("show_current")}
        </Button>
      </Alert>
      <QueryView query={query} loading={<LoadingText lines={8} />}>
        {(guideline) => <Markdown source={guideline.body} />}
      </QueryView>
    </>
  );
}
