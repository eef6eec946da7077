import { Badge, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CaseRating } from "@/api/studies";
import { formatSeconds } from "@/lib/format";
import classes from "./case-reasons.module.css";
import { VerdictBadge } from "./verdict-badge";

interface Reason {
  key: string;
  title: string;
  text: string;
}

interface CaseReasonsProps {
  ratings: readonly CaseRating[];
  reasonsOf: (rating: CaseRating) => readonly Reason[];
}

/** What people gave as their reasons, by person. */
export function CaseReasons({ ratings, reasonsOf }: CaseReasonsProps) {
  const { t } = useTranslation("studies");
  const rows = ratings
    .map((rating) => ({ rating, reasons: reasonsOf(rating).filter(({ text }) => text !== "") }))
    .filter(({ reasons }) => reasons.length > 0);
  if (rows.length === 0) return null;
  return (
    <div>
      <Text component="h3" size="sm" fw={600} m={0} mb={6}>
        {t("cases.reasons")}
      </Text>
      <div className={classes.reasons}>
        {rows.map(({ rating, reasons }) => (
          <section key={rating.rater} aria-label={rating.rater}>
            <CaseRater rating={rating} />
            <dl className={classes.reasonList}>
              {reasons.map(({ key, title, text }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
}

export function CaseRater({ rating }: { rating: CaseRating }) {
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
