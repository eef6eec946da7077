import { Group, NumberInput, Select, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FilterKey, SampleFilters } from "./api/samples";
import { studyOf, type FilterOptions } from "./filters";

interface RatingInputsProps {
  options: FilterOptions;
  values: SampleFilters;
  onChange: (values: SampleFilters) => void;
}

/** Which study, what of it where it asked for more than one thing, and between which means. */
export function RatingInputs({ options, values, onChange }: RatingInputsProps) {
  const { t } = useTranslation("samples");
  const study = studyOf(options, values);
  const set = (key: FilterKey, value: string) => onChange({ ...values, [key]: value });
  return (
    <>
      <Select
        label={t("filter.study")}
        searchable={options.rating.length > 10}
        comboboxProps={{ withinPortal: false }}
        value={values.study ?? null}
        data={options.rating}
        // Sources, metrics and the scale are those of the study.
        onChange={(value) => onChange({ study: value ?? "" })}
      />
      {study && !study.compares && study.sources.length > 1 && (
        <Select
          label={t("filter.source")}
          placeholder={t("filter.source_all")}
          clearable
          comboboxProps={{ withinPortal: false }}
          value={values.source || null}
          data={study.sources.map((title, place) => ({ value: String(place), label: title }))}
          onChange={(value) => set("source", value ?? "")}
        />
      )}
      {study && study.metrics.length > 1 && (
        <Select
          label={t("filter.metric")}
          placeholder={t("filter.metric_all")}
          clearable
          comboboxProps={{ withinPortal: false }}
          value={values.metric || null}
          data={study.metrics.map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(value) => set("metric", value ?? "")}
        />
      )}
      {study && (
        <>
          <Group grow>
            {(["rating_from", "rating_to"] as const).map((key, place) => (
              <NumberInput
                key={key}
                label={t(place === 0 ? "filter.from" : "filter.to")}
                min={study.lowest}
                max={study.highest}
                step={0.5}
                value={values[key] ?? ""}
                onChange={(value) => set(key, String(value))}
              />
            ))}
          </Group>
          {study.compares && (
            <Text size="xs" c="dimmed">
              {t("filter.compares", {
                lowest: study.lowest,
                highest: study.highest,
                first: study.sources[0],
                second: study.sources[1],
              })}
            </Text>
          )}
        </>
      )}
    </>
  );
}
