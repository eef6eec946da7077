import { Box, Stack, Text, Title, type TitleOrder } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  order?: TitleOrder;
}

/** Nothing here yet: says why, and offers the next step. */
export function EmptyState({ icon, title, children, action, order = 2 }: EmptyStateProps) {
  return (
    <Box className={classes.box}>
      <Stack align="center" gap="xs">
        {icon && (
          <Box className={classes.icon} aria-hidden>
            {icon}
          </Box>
        )}
        <Title order={order} size="h4">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" size="sm" maw={480} component="div">
            {children}
          </Text>
        )}
        {action && <Box mt="xs">{action}</Box>}
      </Stack>
    </Box>
  );
}
