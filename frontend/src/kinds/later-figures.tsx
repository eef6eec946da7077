import { Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { LaterAnswer } from "@/api/types";
import { formatNumber, formatPercent } from "@/lib/format";

/** The two numbers in words: how alike, and how much longer. */
export function LaterFigures({ later }: { later: LaterAnswer }) {
  const { t } = useTranslation("work");
  const { similarity, tokens_before: before, tokens_after: after } = later;
  return (
    <Group gap="lg">
      {similarity !== null && (
        <Text size="sm">
          <Text span fw={650} fz="lg">
            {formatPercent(similarity)}
          </Text>{" "}
          {t(similarity >= 0.999 ? "outcome.same" : "outcome.alike")}
        </Text>
      )}
      <Text size="sm">
        {t("outcome.tokens", { before: formatNumber(before), after: formatNumber(after), count: after })}
      </Text>
    </Group>
  );
}
