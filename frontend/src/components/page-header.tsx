import { Box, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { usePageTitle } from "@/lib/page-title";

interface PageHeaderProps {
  title: string;
  /** Further parts of the tab's title, such as the project's name. */
  context?: string;
  description?: ReactNode;
  actions?: ReactNode;
  before?: ReactNode;
}

/** The page's only h1, its tab title and its main actions. */
export function PageHeader({ title, context = "", description, actions, before }: PageHeaderProps) {
  usePageTitle(title, context);
  return (
    <Box component="header" mb="lg">
      {before}
      <Group justify="space-between" align="flex-start" gap="md">
        <Box miw={0} flex="1 1 280px">
          <Title order={1}>{title}</Title>
          {description && (
            <Text c="dimmed" mt={4} maw="72ch" component="div">
              {description}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
    </Box>
  );
}
