import { Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { DatasheetQuestion } from "@/api/releases";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { datasheetQuery } from "./api/releases";
import { DatasheetEditor } from "./datasheet-editor";

/** What the datasheet of the next release will say. */
export default function DatasheetPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("releases");
  const query = useQuery(datasheetQuery(projectId));
  const mayWrite = useMayLead(projectId);
  usePageTitle(t("datasheet.title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/releases" params={{ projectId: String(projectId) }}>
        {t("back")}
      </TextLink>
      <Section title={t("datasheet.title")} description={t("datasheet.text")}>
        <QueryView query={query}>
          {(sheet) =>
            mayWrite ? (
              <DatasheetEditor projectId={projectId} questions={sheet.questions} />
            ) : (
              <Answers questions={sheet.questions} />
            )
          }
        </QueryView>
      </Section>
    </Stack>
  );
}

function Answers({ questions }: { questions: DatasheetQuestion[] }) {
  const { t } = useTranslation("releases");
  return (
    <Stack>
      {questions.map(({ key, question, draft, answer }) => (
        <div key={key}>
          <Title order={3} size="h6" lang="en">
            {question}
          </Title>
          {answer || draft ? (
            <Text size="sm" maw="70ch" lang="en" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
              {answer || draft}
            </Text>
          ) : (
            <Text size="sm" c="dimmed">
              {t("datasheet.unanswered")}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
