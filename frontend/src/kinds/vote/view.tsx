import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { VoteAnswer } from "@/api/types";
import type { ReadOnlyProps } from "../kind";
import { readableKey } from "../readable-key";
import type { VoteSettings } from "./criteria";
import classes from "./view.module.css";

/** Yes or no to each question, in the order of the stage. */
export function VoteView({ answer, settings }: ReadOnlyProps<VoteAnswer, VoteSettings>) {
  const { t } = useTranslation("answers");
  const known = settings?.criteria ?? [];
  const keys = [...new Set([...known.map(({ key }) => key), ...Object.keys(answer.votes)])];
  if (keys.length === 0) return <Text c="dimmed">{t("vote.none")}</Text>;
  return (
    <Stack gap={6}>
      <ul className={classes.votes}>
        {keys.map((key) => {
          const vote = answer.votes[key];
          const word = vote === true ? "yes" : vote === false ? "no" : "open";
          return (
            <li key={key}>
              <span className={classes.verdict} data-vote={word}>
                {t(`vote.${word}`)}
              </span>
              <Text component="span" size="sm">
                {known.find((criterion) => criterion.key === key)?.title ?? readableKey(key)}
              </Text>
            </li>
          );
        })}
      </ul>
      {answer.comment && (
        <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {answer.comment}
        </Text>
      )}
    </Stack>
  );
}
