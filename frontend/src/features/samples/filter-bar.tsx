import { Button, Group, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { StageSpec } from "@/api/types";
import { batchesQuery } from "@/lib/queries/quality";
import { stageTitle } from "@/lib/server-messages";

export interface Filters {
  state?: string | undefined;
  stage?: string | undefined;
  split?: string | undefined;
  batch?: string | undefined;
  search?: string | undefined;
  view?: "grid" | "table" | undefined;
}

interface FilterBarProps {
  projectId: number;
  filters: Filters;
  stages: StageSpec[];
  onChange: (changes: Filters) => void;
}

const states = ["waiting", "open", "done", "withdrawn"] as const;
const splits = ["train", "val", "test"];

export function SampleFilterBar({ projectId, filters, stages, onChange }: FilterBarProps) {
  const { t } = useTranslation("samples");
  const { t: common } = useTranslation("common");
  const [cleared, setCleared] = useState(0);
  const batches = useQuery(batchesQuery(projectId)).data ?? [];
  const filtered = Boolean(filters.state ?? filters.stage ?? filters.split ?? filters.batch ?? filters.search);
  return (
    <Group role="search" align="flex-end" gap="sm" aria-label={t("filter.label")}>
      <SearchInput
        // A new bar after clearing, so that the box is empty too.
        key={cleared}
        value={filters.search ?? ""}
        onChange={(search) => onChange({ search: search || undefined })}
      />
      <Select
        label={t("filter.state")}
        placeholder={t("filter.all")}
        clearable
        w={{ base: "calc(50% - 6px)", xs: 160 }}
        value={filters.state ?? null}
        data={states.map((state) => ({ value: state, label: common(`state.${state}`) }))}
        onChange={(state) => onChange({ state: state ?? undefined })}
      />
      <Select
        label={t("filter.stage")}
        placeholder={t("filter.all")}
        clearable
        w={{ base: "calc(50% - 6px)", xs: 180 }}
        value={filters.stage ?? null}
        data={stages.map((stage) => ({ value: stage.key, label: stageTitle(stage) }))}
        onChange={(stage) => onChange({ stage: stage ?? undefined })}
      />
      <Select
        label={t("filter.split")}
        placeholder={t("filter.all")}
        clearable
        w={{ base: "calc(50% - 6px)", xs: 130 }}
        value={filters.split ?? null}
        data={splits}
        onChange={(split) => onChange({ split: split ?? undefined })}
      />
      {batches.length > 0 && (
        <Select
          label={t("filter.batch")}
          placeholder={t("filter.all")}
          clearable
          w={{ base: "calc(50% - 6px)", xs: 170 }}
          value={filters.batch ?? null}
          data={batches.map(({ id, number, title }) => ({
            value: String(id),
            label: t("filter.batch_name", { number, title }),
          }))}
          onChange={(batch) => onChange({ batch: batch ?? undefined })}
        />
      )}
      {filtered && (
        <Button
          variant="subtle"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => {
            setCleared((count) => count + 1);
            onChange({ state: undefined, stage: undefined, split: undefined, batch: undefined, search: undefined });
          }}
        >
          {t("filter.clear")}
        </Button>
      )}
      <SegmentedControl
        ms={{ base: 0, md: "auto" }}
        aria-label={t("filter.view")}
        value={filters.view ?? "grid"}
        data={[
          { value: "grid", label: t("filter.grid") },
          { value: "table", label: t("filter.table") },
        ]}
        onChange={(view) => onChange({ view: view === "table" ? "table" : undefined })}
      />
    </Group>
  );
}

function SearchInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation("samples");
  const [typed, setTyped] = useState(value);
  const send = useDebouncedCallback(onChange, 300);
  return (
    <TextInput
      type="search"
      label={t("filter.search")}
      leftSection={<IconSearch size={16} aria-hidden />}
      flex="1 1 200px"
      maw={{ md: 320 }}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
