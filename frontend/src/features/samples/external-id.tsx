import { Text } from "@mantine/core";
import type { SampleRow } from "@/api/types";

/** What the image is called where it comes from, if that says more than its name. */
export function ExternalId({ row }: { row: SampleRow }) {
  if (row.external_id === row.image.name) return null;
  return (
    <Text size="xs" c="dimmed" truncate>
      {row.external_id}
    </Text>
  );
}
