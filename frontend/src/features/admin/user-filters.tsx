import { Button, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { RIGHTS, STATES, type UserFilters } from "./api/users";

interface UserFilterBarProps {
  filters: UserFilters;
  onChange: (changes: UserFilters) => void;
}

/** By what accounts are found; all of it stands in the address. */
export function UserFilterBar({ filters, onChange }: UserFilterBarProps) {
  const { t } = useTranslation("admin");
  const [typed, setTyped] = useState(filters.q ?? "");
  const search = useDebouncedCallback((q: string) => onChange({ q: q || undefined }), 300);
  const isFiltered = Boolean(filters.q ?? filters.rights ?? filters.state);
  const clear = () => {
    setTyped("");
    onChange({ q: undefined, rights: undefined, state: undefined });
  };
  return (
    <Group role="search" aria-label={t("filter.label")} align="flex-end" gap="sm" mb="md">
      <TextInput
        label={t("filter.search")}
        placeholder={t("filter.search_hint")}
        leftSection={<IconSearch size={16} aria-hidden />}
        flex="1 1 220px"
        maw={{ base: "100%", sm: 360 }}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          search(currentTarget.value);
        }}
      />
      <Select
        label={t("filter.rights")}
        clearable
        placeholder={t("filter.any")}
        w={{ base: "calc(50% - 6px)", xs: 200 }}
        value={filters.rights ?? null}
        data={RIGHTS.map((value) => ({ value, label: t(value === "maker" ? "lead" : "admin") }))}
        onChange={(rights) => onChange({ rights: rights ?? undefined })}
      />
      <Select
        label={t("state")}
        clearable
        placeholder={t("filter.any")}
        w={{ base: "calc(50% - 6px)", xs: 160 }}
        value={filters.state ?? null}
        data={STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChange={(state) => onChange({ state: state ?? undefined })}
      />
      {isFiltered && (
        <Button variant="subtle" leftSection={<IconX size={14} aria-hidden />} onClick={clear}>
          {t("filter.clear")}
        </Button>
      )}
    </Group>
  );
}
