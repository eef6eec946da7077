import { Stack } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { HarmRun } from "@/api/harms";
import { ShortcutsProvider } from "@/canvas/shortcuts";
import { ShortcutsDialog } from "@/canvas/shortcuts-list/shortcuts-dialog";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { runQuery, type CaseFilters } from "../api/harms";
import { CaseBar } from "./case-bar";
import { CaseFilterBar, isFiltered } from "./case-filter-bar";
import { CaseReader } from "./case-reader";
import { useRunName } from "./names";
import { useCaseQueue, type CaseQueue } from "./use-case-queue";

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
  const queue = useCaseQueue(projectId, runId, filters);
  const [isHelping, setHelping] = useState(false);
  const help = () => setHelping(true);
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
        <Section
          title={t("cases.title")}
          description={run && nameOf(run)}
          actions={queue.item && <CaseBar queue={queue} onHelp={help} />}
        >
          <Stack>
            <CaseFilterBar run={run} filters={filters} onChange={change} />
            <QueryView query={found}>
              {(of) => (
                // What went wrong at a case is not said of one that other filters lead to.
                <Queue
                  key={JSON.stringify(filters)}
                  {...{ projectId, queue }}
                  run={of}
                  filters={filters}
                  onHelp={help}
                />
              )}
            </QueryView>
          </Stack>
        </Section>
        <ShortcutsDialog isOpen={isHelping} onClose={() => setHelping(false)} />
      </Stack>
    </ShortcutsProvider>
  );
}

interface QueueProps {
  projectId: number;
  run: HarmRun;
  queue: CaseQueue;
  filters: CaseFilters;
  onHelp: () => void;
}

function Queue({ projectId, run, queue, filters, onHelp }: QueueProps) {
  const { t } = useTranslation("harms");
  const filtered = isFiltered(filters);
  return (
    <QueryView query={queue.query}>
      {() =>
        queue.item ? (
          <CaseReader projectId={projectId} run={run} item={queue.item} queue={queue} onHelp={onHelp} />
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
