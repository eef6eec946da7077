import { Button, Group, NumberInput, Popover, Select, Stack, TextInput } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleFilters } from "./api/samples";
import { filterNames, isRange, keysOf, ranges, type FilterName, type FilterOptions } from "./filters";
import { RatingInputs } from "./rating-inputs";

interface AddFilterProps {
  options: FilterOptions;
  onAdd: (changes: SampleFilters) => void;
}

/** One more condition: what it is about, then its value. */
export function AddFilter({ options, onAdd }: AddFilterProps) {
  const { t } = useTranslation("samples");
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState<FilterName>("state");
  const [values, setValues] = useState<SampleFilters>({});
  const keys = keysOf(name);
  const needed = name === "rating" ? (["study"] as const) : keys;
  const complete = isRange(name) ? keys.some((key) => values[key]) : needed.every((key) => values[key]);
  const set = (key: (typeof keys)[number], value: string) => setValues((old) => ({ ...old, [key]: value }));
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      withinPortal
      position="bottom-start"
      shadow="md"
      width={320}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilterPlus size={16} aria-hidden />}
          onClick={() => setOpened((open) => !open)}
        >
          {t("filter.add")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("filter.add")}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!complete) return;
            onAdd(Object.fromEntries(keys.map((key) => [key, values[key] || undefined])));
            setValues({});
            setOpened(false);
          }}
        >
          <Stack gap="sm">
            <Select
              label={t("filter.about")}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              value={name}
              data={filterNames
                .filter((each) => isRange(each) || options[each].length > 0)
                .map((value) => ({ value, label: t(`filter.${value}`) }))}
              onChange={(value) => {
                setName((value ?? "state") as FilterName);
                setValues({});
              }}
            />
            {isRange(name) ? (
              <Group grow>
                {([`${name}_from`, `${name}_to`] as const).map((key, place) => (
                  <NumberInput
                    key={key}
                    label={t(place === 0 ? "filter.from" : "filter.to")}
                    min={0}
                    max={ranges[name] || undefined}
                    step={ranges[name] ? 0.05 : 1}
                    value={values[key] ?? ""}
                    onChange={(value) => set(key, String(value))}
                  />
                ))}
              </Group>
            ) : name === "rating" ? (
              <RatingInputs options={options} values={values} onChange={setValues} />
            ) : (
              <Select
                key={name}
                label={t(`filter.${name}`)}
                searchable={options[name].length > 10}
                comboboxProps={{ withinPortal: false }}
                value={values[name] ?? null}
                data={options[name]}
                onChange={(value) => set(name, value ?? "")}
              />
            )}
            {name === "field" && (
              <TextInput
                label={t("filter.value")}
                value={values.value ?? ""}
                onChange={(event) => set("value", event.currentTarget.value)}
              />
            )}
            <Button type="submit" disabled={!complete}>
              {t("filter.apply")}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
