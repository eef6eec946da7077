import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { caseQuery, studyQuery } from "../api/studies";
import type { StudyPageProps } from "../study-layout";
import { CaseView } from "./case-view";

/** One item alone, at an address that can be passed on. */
export default function CasePage({ projectId, studyId, number }: StudyPageProps & { number: number }) {
  const { t } = useTranslation("studies");
  const query = useQuery(caseQuery(projectId, studyId, number));
  const study = useQuery(studyQuery(projectId, studyId)).data;
  usePageTitle(t("cases.number", { number }), study?.name ?? "");
  const params = { projectId: String(projectId), studyId: String(studyId) };
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/$studyId/cases" params={params}>
        {t("cases.all")}
      </TextLink>
      <QueryView query={query}>
        {(item) =>
          study ? (
            <Section
              title={t("cases.case", { number: item.number, image: item.image_name })}
              actions={
                <>
                  {number > 1 && <Step params={params} number={number - 1} name={t("cases.previous")} />}
                  {number < study.items && <Step params={params} number={number + 1} name={t("cases.next")} />}
                </>
              }
            >
              <CaseView key={item.number} item={item} study={study} />
            </Section>
          ) : null
        }
      </QueryView>
    </Stack>
  );
}

function Step({
  params,
  number,
  name,
}: {
  params: { projectId: string; studyId: string };
  number: number;
  name: string;
}) {
  return (
    <LinkButton
      size="xs"
      variant="default"
      to="/projects/$projectId/studies/$studyId/cases/$number"
      params={{ ...params, number: String(number) }}
    >
      {name}
    </LinkButton>
  );
}
