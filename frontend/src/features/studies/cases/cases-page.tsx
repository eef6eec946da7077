import { Stack } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { casesQuery, studyQuery, type CaseFilters } from "../api/studies";
import type { StudyPageProps } from "../study-layout";
import { CaseFilterBar, isFiltered } from "./case-filter-bar";
import { CaseView } from "./case-view";

/** Every item of a study with what was said of it, or those alone that one looks for. */
export default function CasesPage({ projectId, studyId }: StudyPageProps) {
  const { t } = useTranslation("studies");
  const filters = useSearch({ from: "/shell/projects/$projectId/studies/$studyId/cases" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies/$studyId/cases" });
  const studyFound = useQuery(studyQuery(projectId, studyId));
  const query = useQuery({ ...casesQuery(projectId, studyId, filters), placeholderData: keepPreviousData });
  const { data: study } = studyFound;
  usePageTitle(t("cases.title"), study?.name ?? "", useProjectName(projectId));
  const change = (changes: CaseFilters) => {
    const next = { ...filters, cursor: undefined, ...changes };
    void navigate({
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)),
      replace: true,
    });
  };
  const filtered = isFiltered(filters);
  if (!study) return null;
  return (
    <Stack>
      <CaseFilterBar study={study} filters={filters} onChange={change} />
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState
              order={3}
              icon={<IconListSearch size={36} />}
              title={t(filtered ? "cases.none_found" : "cases.none_title")}
            >
              {t(filtered ? "cases.none_found_text" : "cases.none_text")}
            </EmptyState>
          ) : (
            <Stack>
              {page.results.map((item) => (
                <Section
                  key={item.number}
                  title={t("cases.case", { number: item.number, image: item.image_name })}
                  actions={
                    <TextLink
                      size="sm"
                      to="/projects/$projectId/studies/$studyId/cases/$number"
                      params={{ projectId: String(projectId), studyId: String(studyId), number: String(item.number) }}
                      aria-label={t("cases.open_of", { number: item.number })}
                    >
                      {t("cases.open")}
                    </TextLink>
                  }
                >
                  <CaseView item={item} study={study} />
                </Section>
              ))}
              <Pager page={page} onCursor={(cursor) => void navigate({ search: { ...filters, cursor } })} />
            </Stack>
          )
        }
      </QueryView>
    </Stack>
  );
}
