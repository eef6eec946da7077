import { Badge, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Annotation, StageSpec } from "@/api/types";
import { readableKey } from "@/kinds/readable-key";
import { kindNamed } from "@/kinds/registry";
import { formatPercent } from "@/lib/format";

interface Shares {
  yes: number;
  no: number;
  share: number;
  passed: boolean;
}

function isShares(value: unknown): value is Shares {
  return typeof value === "object" && value !== null && "share" in value && "passed" in value;
}

/** The shares of a vote, criterion by criterion; empty where an outcome has no such numbers. */
function criteriaOf(numbers: Record<string, unknown>): [string, Shares][] {
  const { criteria } = numbers;
  if (typeof criteria !== "object" || criteria === null) return [];
  return Object.entries(criteria).filter((entry): entry is [string, Shares] => isShares(entry[1]));
}

/** The question that people answered; its key alone where the stage that asked it is not at hand. */
function useQuestion(judging: StageSpec | undefined): (key: string) => string {
  const { t } = useTranslation("workbench");
  const gold = judging && kindNamed(judging.kind).gold;
  return (key) => gold?.question(`votes.${key}`, judging?.settings, t) ?? readableKey(key);
}

interface OutcomeProps {
  annotation: Annotation;
  /** The stage in which such answers are judged. */
  judging: StageSpec | undefined;
}

/** What the judgements of an answer came to, with the share of yes on each question. */
export function Outcome({ annotation, judging }: OutcomeProps) {
  const { t } = useTranslation("samples");
  const question = useQuestion(judging);
  const { outcome } = annotation;
  if (!outcome) return null;
  const majority = outcome.numbers.majority;
  return (
    <div>
      <Group gap="xs">
        <Badge color={outcome.kept ? "accent" : "red"}>{t(outcome.kept ? "outcome.kept" : "outcome.dropped")}</Badge>
        {typeof majority === "number" && (
          <Text size="xs" c="dimmed">
            {t("outcome.rule", { share: formatPercent(majority) })}
          </Text>
        )}
      </Group>
      <dl style={{ marginTop: 6 }}>
        {criteriaOf(outcome.numbers).map(([key, { yes, no, share, passed }]) => (
          <Group key={key} gap="xs" wrap="nowrap" justify="space-between" align="baseline" mb={4} maw={560}>
            <Text component="dt" size="sm" flex="1 1 60%">
              {question(key)}
            </Text>
            <Text
              component="dd"
              m={0}
              size="sm"
              ta="end"
              c={passed ? undefined : "var(--mantine-color-error)"}
              style={{ fontVariantNumeric: "tabular-nums" }}
            >
              {t(passed ? "outcome.passed" : "outcome.failed", { share: formatPercent(share), yes, total: yes + no })}
            </Text>
          </Group>
        ))}
      </dl>
    </div>
  );
}
