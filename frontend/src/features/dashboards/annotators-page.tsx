import { Box, Checkbox, Paper, Select, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Annotator } from "@/api/dashboards";
import type { Page } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { Pager } from "@/components/pager";
import { PeriodFilter } from "@/components/period-filter";
import { QueryView } from "@/components/query-view";
import { DEFAULT_ORDER, ORDERS } from "@/lib/annotator-orders";
import { withoutEmpty } from "@/lib/without-empty";
import { usePageTitle } from "@/lib/page-title";
import { annotatorsQuery, type AnnotatorFilters } from "@/lib/queries/annotators";
import { projectQuery, useMayLead } from "@/lib/queries/projects";
import { AnnotatorList } from "./annotator-list";
import { BlockSection } from "./block-section";
import { WarningsAlert } from "./warnings-alert";

/** Everybody who works here, against the pool of all others; those who may need help first said. */
export default function AnnotatorsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboards");
  const search = useSearch({ from: "/shell/projects/$projectId/annotators" });
  const navigate = useNavigate({ from: "/projects/$projectId/annotators" });
  const project = useQuery(projectQuery(projectId)).data;
  const query = useQuery({ ...annotatorsQuery(projectId, search), placeholderData: keepPreviousData });
  // Whoever needs a look is said on every page of the list, however it is ordered.
  const warned =
    useQuery(annotatorsQuery(projectId, withoutEmpty({ stage: search.stage, warned: 1 }))).data?.results ?? [];
  usePageTitle(t("annotators.title"), project?.name ?? "");
  const isFiltered = Boolean(search.stage ?? search.from ?? search.to ?? search.warned);
  const order = search.order ?? DEFAULT_ORDER;
  const change = (changes: AnnotatorFilters) => {
    // Another filter is another list: the place in the old one means nothing there.
    void navigate({ search: (old) => withoutEmpty({ ...old, cursor: undefined, ...changes }), replace: true });
  };
  return (
    <Stack>
      <PeriodFilter
        filters={search}
        stages={project?.recipe?.stages ?? []}
        allStages
        isFiltered={isFiltered}
        onChange={change}
        onClear={() => change({ stage: undefined, from: undefined, to: undefined, warned: undefined })}
      >
        <Select
          hiddenFrom="sm"
          label={t("annotators.order")}
          allowDeselect={false}
          w="100%"
          value={order}
          data={ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
          onChange={(value) => change({ order: value ?? undefined })}
        />
        <Checkbox
          label={t("annotators.only_warned")}
          mb={8}
          checked={Boolean(search.warned)}
          onChange={(event) => change({ warned: event.currentTarget.checked ? 1 : undefined })}
        />
      </PeriodFilter>
      <WarningsAlert
        projectId={projectId}
        rows={warned}
        onShowAll={search.warned ? undefined : () => change({ warned: 1 })}
      />
      <QueryView query={query}>
        {(page) => <Found projectId={projectId} page={page} isFiltered={isFiltered} order={order} onChange={change} />}
      </QueryView>
      <BlockSection projectId={projectId} mayAct={useMayLead(projectId)} />
    </Stack>
  );
}

interface FoundProps {
  projectId: number;
  page: Page<Annotator>;
  isFiltered: boolean;
  order: string;
  onChange: (changes: AnnotatorFilters) => void;
}

function Found({ projectId, page, isFiltered, order, onChange }: FoundProps) {
  const { t } = useTranslation("dashboards");
  if (page.results.length === 0) {
    return (
      <EmptyState
        icon={<IconUsers size={36} />}
        title={t(isFiltered ? "annotators.no_match" : "annotators.none_title")}
      >
        {!isFiltered && t("annotators.none_text")}
      </EmptyState>
    );
  }
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <Text size="xs" c="dimmed" mb="xs">
        {t("annotators.below")}
      </Text>
      <AnnotatorList
        projectId={projectId}
        rows={page.results}
        order={order}
        onOrder={(next) => onChange({ order: next })}
      />
      <Reading />
      <Pager page={page} onCursor={(cursor) => onChange({ cursor })} />
    </Paper>
  );
}

/** What the figures are: long, and read once. */
function Reading() {
  const { t } = useTranslation("dashboards");
  return (
    <Box component="details" mt="md">
      <Text component="summary" size="sm">
        {t("annotators.reading")}
      </Text>
      <Stack gap="xs" mt="xs" maw="80ch">
        {(["evidence_how", "how", "passed_on_how"] as const).map((key) => (
          <Text key={key} size="xs" c="dimmed">
            {t(`annotators.${key}`)}
          </Text>
        ))}
      </Stack>
    </Box>
  );
}
