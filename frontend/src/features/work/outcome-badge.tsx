import { Badge, type BadgeProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { OutcomeState } from "@/api/types";

const COLOURS: Record<OutcomeState, string> = {
  waiting: "gray",
  continued: "blue",
  final: "accent",
  finished: "accent",
  counted: "gray",
  kept: "accent",
  dropped: "yellow",
  rejected: "red",
  withdrawn: "gray",
  practice: "grape",
  test: "grape",
};

/** What became of an answer, in one word. */
export function OutcomeBadge({ state, ...rest }: { state: OutcomeState } & BadgeProps) {
  const { t } = useTranslation("work");
  return (
    <Badge color={COLOURS[state]} {...rest}>
      {t(`outcome.word.${state}`)}
    </Badge>
  );
}
