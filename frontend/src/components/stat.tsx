import { Box, Text, type BoxProps } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./stat.module.css";
import type { TermId } from "./term/glossary";
import { withTerm } from "./term/term";

interface StatsProps extends BoxProps {
  "aria-label"?: string;
  children: ReactNode;
}

/** Key figures that stand together: in columns, so that those of two rows stand below each other. */
export function Stats(props: StatsProps) {
  return <Box component="dl" className={classes.stats} {...props} />;
}

interface StatProps {
  label: string;
  term?: TermId;
  value: ReactNode;
  hint?: ReactNode;
}

/** One figure with its name; inside of Stats. */
export function Stat({ label, term, value, hint }: StatProps) {
  return (
    <Box>
      <Text component="dt" size="xs" c="dimmed">
        {withTerm(label, term)}
      </Text>
      <Text component="dd" m={0} fz="1.375rem" fw={600} lh={1.3} style={{ fontVariantNumeric: "tabular-nums" }}>
        {value}
      </Text>
      {hint && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Box>
  );
}
