import { Box, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** One figure with its name; inside a <dl>. */
export function Stat({ label, value, hint }: { label: string; value: ReactNode; hint?: ReactNode }) {
  return (
    <Box>
      <Text component="dt" size="xs" c="dimmed">
        {label}
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
