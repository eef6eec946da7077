import { Button, Group } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";
import classes from "./folded-filters.module.css";

interface FoldedFiltersProps {
  /** How many are set: told while they are out of sight. */
  count: number;
  /** What stands beside the button on a narrow screen, and before the filters on a wide one. */
  always?: ReactNode;
  /** The filters themselves. */
  children: ReactNode;
}

/** Filters that on a narrow screen stand behind one button, so that what they find is in sight. */
export function FoldedFilters({ count, always, children }: FoldedFiltersProps) {
  const { t } = useTranslation("common");
  const id = useId();
  const [opened, setOpened] = useState(false);
  return (
    <Group align="flex-end" gap="sm">
      {always}
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {count > 0 ? t("filters.some", { number: formatNumber(count) }) : t("filters.none")}
      </Button>
      <div id={id} className={classes.folded} data-open={opened || undefined}>
        {children}
      </div>
    </Group>
  );
}
