import { Button, Collapse, Group, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAdjustments, IconSearch, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DayInput } from "@/components/day-input";
import { FoldedFilters } from "@/components/folded-filters";
import { ORDERS, DEFAULT_ORDER, states, type ReviewFilters } from "./api/review";
import { useChoices } from "./use-choices";

interface FilterBarProps {
  projectId: number;
  filters: ReviewFilters;
  onChange: (changes: ReviewFilters) => void;
}

const width = { base: "calc(50% - 6px)", xs: 180 };
const first = ["annotator", "code", "verdict"] as const;
const more = ["stage", "round", "batch", "split"] as const;
const keys = [...first, ...more, "words", "from", "to"] as const;

/** By what answers are found; all of it stands in the address. */
export function ReviewFilterBar({ projectId, filters, onChange }: FilterBarProps) {
  const { t } = useTranslation("review");
  const choices = useChoices(projectId);
  const rare = [...more, "from", "to"] as const;
  const [opened, setOpened] = useState(rare.some((key) => filters[key]));
  const [cleared, setCleared] = useState(0);
  const isNarrow = useMediaQuery("(max-width: 47.99em)") ?? false;
  const select = (key: (typeof first)[number] | (typeof more)[number]) => (
    <Select
      key={key}
      label={t(`filter.${key}`)}
      placeholder={t("filter.any")}
      clearable
      searchable={key === "annotator"}
      w={width}
      value={filters[key] ?? null}
      data={choices[key]}
      onChange={(value) => onChange({ [key]: value ?? undefined })}
    />
  );
  const set = keys.filter((key) => filters[key]).length;
  return (
    <div role="search" aria-label={t("filter.label")}>
      <FoldedFilters count={set} always={<StateAndOrder filters={filters} onChange={onChange} />}>
        <Words key={`words-${String(cleared)}`} value={filters.words ?? ""} onChange={(words) => onChange({ words })} />
        {first.map(select)}
        <Button
          visibleFrom="sm"
          variant="subtle"
          leftSection={<IconAdjustments size={16} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t("filter.more")}
        </Button>
        {set > 0 && (
          <Button
            variant="subtle"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => {
              setCleared(cleared + 1);
              onChange(Object.fromEntries(keys.map((key) => [key, undefined])));
            }}
          >
            {t("filter.clear")}
          </Button>
        )}
        {/* On a narrow screen they are folded already: one button is enough. */}
        <Collapse expanded={opened || isNarrow} w="100%">
          <Group align="flex-end" gap="sm">
            {more.map(select)}
            <DayInput
              key={`from-${String(cleared)}`}
              label={t("filter.from")}
              value={filters.from}
              max={filters.to}
              onChange={(from) => onChange({ from })}
            />
            <DayInput
              key={`to-${String(cleared)}`}
              label={t("filter.to")}
              value={filters.to}
              min={filters.from}
              onChange={(to) => onChange({ to })}
            />
          </Group>
        </Collapse>
      </FoldedFilters>
    </div>
  );
}

/** Which answers, and on a narrow screen, where no head of a table sorts, in which order. */
function StateAndOrder({ filters, onChange }: Omit<FilterBarProps, "projectId">) {
  const { t } = useTranslation("review");
  return (
    <>
      <SegmentedControl
        aria-label={t("filter.state")}
        value={filters.state ?? "open"}
        data={states.map((state) => ({ value: state, label: t(`filter.state_${state}`) }))}
        onChange={(state) => onChange({ state: state === "open" ? undefined : state })}
      />
      <Select
        hiddenFrom="sm"
        label={t("filter.order")}
        allowDeselect={false}
        w={width}
        value={filters.order ?? DEFAULT_ORDER}
        data={ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={(value) => onChange({ order: value === DEFAULT_ORDER ? undefined : (value ?? undefined) })}
      />
    </>
  );
}

/** Sought when Enter is pressed or one goes on: each letter would be another list. */
function Words({ value, onChange }: { value: string; onChange: (words: string | undefined) => void }) {
  const { t } = useTranslation("review");
  const [typed, setTyped] = useState(value);
  const seek = () => {
    if (typed.trim() !== value) onChange(typed.trim() || undefined);
  };
  return (
    <TextInput
      type="search"
      label={t("filter.words")}
      placeholder={t("filter.words_hint")}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={200}
      w={{ base: "100%", xs: 300 }}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={seek}
      onKeyDown={(event) => {
        if (event.key === "Enter") seek();
      }}
    />
  );
}
