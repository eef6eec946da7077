import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Export } from "@/api/types";

const reasons = [
  "withdrawn_samples",
  "unfinished_samples",
  "incomplete_samples",
  "unapproved_samples",
  "unapproved",
  "rejected",
  "superseded",
  "dropped",
] as const satisfies readonly (keyof Export["left_out"])[];

/** What an export or a release left out, for each reason that there was. */
export function LeftOut({ counts }: { counts: Export["left_out"] }) {
  const { t } = useTranslation("exports");
  const said = reasons
    .filter((reason) => counts[reason] > 0)
    .map((reason) => t(`list.left_out_${reason}`, { count: counts[reason] }));
  if (said.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t("list.left_out", { reasons: said.join(", ") })}
    </Text>
  );
}
