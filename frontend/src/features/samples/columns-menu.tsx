import { Button, Checkbox, Group, Popover, Stack } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleRow } from "@/api/types";
import type { Column } from "@/components/data-table";
import { recall, remember } from "@/lib/page-memory";

const MEMORY = "samples.columns";
const usual = ["state", "stage", "round", "split", "flags", "updated"];

/** Which columns this person wants to see, kept on this device. */
export function useShownColumns(): [string[], (shown: string[]) => void] {
  const [shown, setShown] = useState(() => recall(MEMORY)?.split(",") ?? usual);
  return [
    shown,
    (next) => {
      remember(MEMORY, next.join(","));
      setShown(next);
    },
  ];
}

interface ColumnsMenuProps {
  columns: Column<SampleRow>[];
  shown: string[];
  onChange: (shown: string[]) => void;
}

export function ColumnsMenu({ columns, shown, onChange }: ColumnsMenuProps) {
  const { t } = useTranslation("samples");
  return (
    <Group justify="flex-end" mb="xs">
      <Popover position="bottom-end" shadow="md" trapFocus>
        <Popover.Target>
          <Button variant="subtle" size="compact-sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
            {t("column.choose")}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t("column.choose")}>
          <Checkbox.Group value={shown} onChange={onChange} aria-label={t("column.choose")}>
            <Stack gap="xs">
              {columns.map((column) => (
                <Checkbox key={column.key} value={column.key} label={column.header} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
