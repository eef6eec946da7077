import { Stack } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { HarmRun } from "@/api/harms";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { runQuery, type CaseFilters } from "../api/harms";
import { CaseFilterBar, isFiltered } from "./case-filter-bar";
import { CaseReader } from "./case-reader";
import { useRunName } from "./names";
import { useCaseQueue } from "./use-case-queue";

interface CasesPageProps {
  projectId: number;
  runId: number;
}

/** The cases behind the figures of a measurement, one after the other, for somebody to read. */
export default function HarmCasesPage({ projectId, runId }: CasesPageProps) {
  const { t } = useTranslation("harms");
  const filters = useSearch({ from: "/shell/projects/$projectId/studies/harms/$runId/cases" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies/harms/$runId/cases" });
  const found = useQuery(runQuery(projectId, runId));
  const run = found.data;
  const nameOf = useRunName();
  usePageTitle(t("cases.title"), run ? nameOf(run) : "", useProjectName(projectId));
  const change = (changes: CaseFilters) => {
    const next = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined);
    void navigate({ search: Object.fromEntries(next), replace: true });
  };
  return (
    <ShortcutsProvider>
      <Stack>
        <TextLink
          size="sm"
          to="/projects/$projectId/studies/harms/$runId"
          params={{ projectId: String(projectId), runId: String(runId) }}
        >
          {t("cases.back")}
        </TextLink>
        <Section title={t("cases.title")} description={run && nameOf(run)}>
          <Stack>
            <CaseFilterBar run={run} filters={filters} onChange={change} />
            {/* Other filters are another way through the cases. */}
            <QueryView query={found}>
              {(of) => <Queue key={JSON.stringify(filters)} projectId={projectId} run={of} filters={filters} />}
            </QueryView>
          </Stack>
        </Section>
      </Stack>
    </ShortcutsProvider>
  );
}

interface QueueProps {
  projectId: number;
  run: HarmRun;
  filters: CaseFilters;
}

function Queue({ projectId, run, filters }: QueueProps) {
  const { t } = useTranslation("harms");
  const queue = useCaseQueue(projectId, run.id, filters);
  const filtered = isFiltered(filters);
  return (
    <QueryView query={queue.query}>
      {() =>
        queue.item ? (
          <CaseReader projectId={projectId} run={run} item={queue.item} queue={queue} />
        ) : (
          <EmptyState
            order={3}
            icon={<IconListSearch size={36} />}
            title={t(filtered ? "cases.none_found" : "cases.none_title")}
          >
            {t(filtered ? "cases.none_found_text" : "cases.none_text")}
          </EmptyState>
        )
      }
    </QueryView>
  );
}
