import { Button, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Page } from "@/api/types";

interface PagerProps {
  page: Page<unknown>;
  onCursor: (cursor: string) => void;
}

/** Steps through a list by the server's cursors. Nothing is shown when all fits on one page. */
export function Pager({ page, onCursor }: PagerProps) {
  const { t } = useTranslation("common");
  const { next, previous } = page;
  if (!next && !previous) return null;
  return (
    <Group component="nav" aria-label={t("pager.label")} justify="space-between" mt="md">
      <Text size="sm" c="dimmed">
        {t("pager.shown", { count: page.results.length })}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          disabled={!previous}
          onClick={() => {
            if (previous) onCursor(previous);
          }}
        >
          {t("action.previous")}
        </Button>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          disabled={!next}
          onClick={() => {
            if (next) onCursor(next);
          }}
        >
          {t("action.next")}
        </Button>
      </Group>
    </Group>
  );
}
