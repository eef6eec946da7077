import { Badge, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CaseRating } from "@/api/studies";
import { VerdictBadge } from "@/components/verdict-badge";
import { formatSeconds } from "@/lib/format";

export function RaterHead({ rating }: { rating: CaseRating }) {
  return (
    <Group gap="xs">
      <Text size="sm" fw={600}>
        {rating.rater}
      </Text>
      {rating.seconds !== null && (
        <Text size="xs" c="dimmed">
          {formatSeconds(rating.seconds)}
        </Text>
      )}
      <Verdict verdict={rating.verdict} />
    </Group>
  );
}

function Verdict({ verdict }: { verdict: string | null }) {
  const { t } = useTranslation("studies");
  if (verdict === "rejected") return <Badge color="red">{t("cases.rejected")}</Badge>;
  return verdict === "approved" ? <VerdictBadge verdict="approved" /> : null;
}
