import { Button, Group, Pill, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { StageSpec } from "@/api/types";
import { AddFilter } from "./add-filter";
import { filterKeys, orders, type SampleFilters } from "./api/samples";
import { filterNames, keysOf, saidBy, useFilterOptions } from "./filters";

export type Filters = SampleFilters & { view?: "grid" | "table" | undefined };

interface FilterBarProps {
  projectId: number;
  filters: Filters;
  stages: StageSpec[];
  onChange: (changes: Filters) => void;
  /** Where views that were kept are chosen. */
  views?: ReactNode;
}

/** By what samples are found and how they are ordered; all of it stands in the address. */
export function SampleFilterBar({ projectId, filters, stages, onChange, views }: FilterBarProps) {
  const { t } = useTranslation("samples");
  const [cleared, setCleared] = useState(0);
  const options = useFilterOptions(projectId, stages);
  const without = (keys: readonly (keyof SampleFilters)[]) => Object.fromEntries(keys.map((key) => [key, undefined]));
  const chips = filterNames.flatMap((name) => {
    const said = saidBy(name, filters, options);
    return said === null ? [] : [{ name, said }];
  });
  const order = orders.find((each) => each === filters.order) ?? "number";
  return (
    <div role="search" aria-label={t("filter.label")}>
      <Group align="flex-end" gap="sm">
        <SearchInput
          // A new box after clearing, so that it is empty too.
          key={cleared}
          value={filters.search ?? ""}
          onChange={(search) => onChange({ search: search || undefined })}
        />
        <AddFilter options={options} onAdd={onChange} />
        <Select
          label={t("order.label")}
          allowDeselect={false}
          w={{ base: "100%", xs: 220 }}
          value={order}
          data={orders.map((value) => ({ value, label: t(`order.${value}`) }))}
          onChange={(value) => onChange({ order: value === "number" ? undefined : (value ?? undefined) })}
        />
        {views}
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
      {(chips.length > 0 || filters.search) && (
        <Group gap="xs" mt="sm">
          {chips.map(({ name, said }) => (
            <Pill
              key={name}
              size="md"
              title={said}
              withRemoveButton
              onRemove={() => onChange(without(keysOf(name)))}
              removeButtonProps={{
                "aria-label": t("filter.remove", { name: t(`filter.${name}`) }),
                "aria-hidden": false,
                tabIndex: 0,
              }}
            >
              {t("filter.chip", { name: t(`filter.${name}`), value: said })}
            </Pill>
          ))}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={() => {
              setCleared((count) => count + 1);
              onChange(without([...filterKeys, "search"]));
            }}
          >
            {t("filter.clear")}
          </Button>
        </Group>
      )}
    </div>
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
