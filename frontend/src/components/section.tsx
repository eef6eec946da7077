import { Box, Group, Paper, Text, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";
import type { TermId } from "./term/glossary";
import { withTerm } from "./term/term";

interface SectionProps {
  title: string;
  /** The word of the glossary that the title is, or begins with. */
  term?: TermId;
  /** What an address names it by, after the "#". */
  anchor?: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page on its own surface. */
export function Section({ title, term, anchor, description, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Paper id={anchor} component="section" withBorder p={{ base: "md", sm: "lg" }} aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Box flex="1 1 240px" miw={0}>
          <Title order={2} id={id}>
            {withTerm(title, term)}
          </Title>
          {description && (
            <Text size="sm" c="dimmed" mt={4} maw="72ch" component="div">
              {description}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Paper>
  );
}
