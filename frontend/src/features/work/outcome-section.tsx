import { Alert, Box, SegmentedControl, Stack, Text } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { HistoryDetail } from "@/api/types";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { AnswerDifference } from "@/kinds/answer-view";
import { LaterFigures } from "@/kinds/later-figures";
import { OutcomeBadge } from "./outcome-badge";
import { VotesList } from "./votes-list";

/** What others made of an answer: text by text up to the final one, or vote by vote. */
export function OutcomeSection({ entry }: { entry: HistoryDetail }) {
  const { t } = useTranslation("work");
  const { state, later, votes } = entry.outcome;
  const isRound = (state === "practice" || state === "test") && entry.hit !== null;
  return (
    <Section title={t("outcome.title")} term="outcome" actions={<OutcomeBadge state={state} size="lg" />}>
      <Stack gap="md">
        <Text maw="72ch">{t(`outcome.text.${state}`)}</Text>
        {isRound && (
          <TextLink to="/hits/$hitId/feedback" params={{ hitId: String(entry.hit) }}>
            {t("outcome.to_result")}
          </TextLink>
        )}
        {later.length > 0 && <LaterTexts entry={entry} />}
        {votes && <VotesList votes={votes} />}
      </Stack>
    </Section>
  );
}

function LaterTexts({ entry }: { entry: HistoryDetail }) {
  const { t } = useTranslation("work");
  const { later, state } = entry.outcome;
  // What most people want to know first is how it ended.
  const [at, setAt] = useState(later.length - 1);
  const id = useId();
  const shown = later[at];
  if (!shown) return null;
  const nameOf = (place: number) => {
    if (place === later.length - 1 && state === "finished") return t("outcome.final_text");
    return place === 0 ? t("outcome.next_text") : t("outcome.later_text", { number: place + 1 });
  };
  return (
    <Stack gap="sm">
      {later.length > 1 && (
        <Box>
          <Text size="sm" fw={600} id={id} mb={6}>
            {t("outcome.compare")}
          </Text>
          <SegmentedControl
            aria-labelledby={id}
            value={String(at)}
            onChange={(next) => setAt(Number(next))}
            data={later.map((_, place) => ({ value: String(place), label: nameOf(place) }))}
          />
        </Box>
      )}
      {later.length === 1 && (
        <Text size="sm" fw={600}>
          {t("outcome.compare_one", { what: nameOf(0) })}
        </Text>
      )}
      <LaterFigures later={shown} />
      {shown.from_scratch && (
        <Alert color="yellow" p="sm" title={t("outcome.scratch")}>
          <Text size="sm">{shown.scratch_reason || t("outcome.scratch_without_reason")}</Text>
        </Alert>
      )}
      <Box aria-live="polite">
        <AnswerDifference kind={entry.stage.kind} before={entry.mine} after={shown.answer} />
      </Box>
      <Text size="xs" c="dimmed">
        {t("outcome.nobody")}
      </Text>
    </Stack>
  );
}
