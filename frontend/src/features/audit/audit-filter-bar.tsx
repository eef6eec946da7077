import { Box, Button, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { DayInput } from "@/components/day-input";
import { FoldedFilters } from "@/components/folded-filters";
import { projectsQuery } from "@/lib/queries/projects";
import { verbsQuery, type AuditFilters } from "./api/audit";
import { actInWords } from "./words";

interface AuditFilterBarProps {
  projectId: number | undefined;
  filters: AuditFilters;
  onChange: (changes: AuditFilters) => void;
}

const nothing: AuditFilters = {
  q: undefined,
  actor: undefined,
  verb: undefined,
  target: undefined,
  since: undefined,
  until: undefined,
  project: undefined,
};
const half = "calc(50% - 6px)";

/** By what entries are found; all of it stands in the address. */
export function AuditFilterBar({ projectId, filters, onChange }: AuditFilterBarProps) {
  const { t } = useTranslation("audit");
  const [cleared, setCleared] = useState(0);
  const verbs = useQuery(verbsQuery(projectId)).data ?? [];
  const set = Object.entries(filters).filter(([key, value]) => key !== "cursor" && value !== undefined).length;
  return (
    <Box role="search" aria-label={t("filter.label")} mb="md">
      <FoldedFilters count={set}>
        <Fragment key={cleared}>
          <TextFilter name="q" label={t("filter.q")} filters={filters} onChange={onChange} isWide />
          <TextFilter name="actor" label={t("actor")} filters={filters} onChange={onChange} />
          <Select
            label={t("verb")}
            clearable
            searchable
            placeholder={t("filter.any")}
            w={{ base: half, xs: 200 }}
            value={filters.verb ?? null}
            data={verbs.map((value) => ({ value, label: actInWords(value) }))}
            onChange={(verb) => onChange({ verb: verb ?? undefined })}
          />
          <TextFilter name="target" label={t("target")} filters={filters} onChange={onChange} />
          {projectId === undefined && <ProjectFilter value={filters.project} onChange={onChange} />}
          <DayInput
            label={t("filter.since")}
            value={filters.since}
            max={filters.until}
            onChange={(since) => onChange({ since })}
          />
          <DayInput
            label={t("filter.until")}
            value={filters.until}
            min={filters.since}
            onChange={(until) => onChange({ until })}
          />
          {set > 0 && (
            <Button
              variant="subtle"
              leftSection={<IconX size={14} aria-hidden />}
              onClick={() => {
                // New boxes, so that they are empty too.
                setCleared((count) => count + 1);
                onChange(nothing);
              }}
            >
              {t("filter.clear")}
            </Button>
          )}
        </Fragment>
      </FoldedFilters>
    </Box>
  );
}

interface TextFilterProps {
  name: "q" | "actor" | "target";
  label: string;
  filters: AuditFilters;
  onChange: (changes: AuditFilters) => void;
  isWide?: boolean;
}

function TextFilter({ name, label, filters, onChange, isWide = false }: TextFilterProps) {
  const [typed, setTyped] = useState(filters[name] ?? "");
  const search = useDebouncedCallback((value: string) => onChange({ [name]: value || undefined }), 300);
  return (
    <TextInput
      label={label}
      leftSection={isWide ? <IconSearch size={16} aria-hidden /> : undefined}
      w={isWide ? { base: "100%", sm: 220 } : { base: half, xs: 150 }}
      maxLength={150}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}

function ProjectFilter({ value, onChange }: { value: number | undefined; onChange: (changes: AuditFilters) => void }) {
  const { t } = useTranslation("audit");
  const projects = useQuery(projectsQuery).data ?? [];
  return (
    <Select
      label={t("project")}
      clearable
      searchable
      placeholder={t("filter.any")}
      w={{ base: half, xs: 200 }}
      value={value === undefined ? null : String(value)}
      data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(id) => onChange({ project: id === null ? undefined : Number(id) })}
    />
  );
}
