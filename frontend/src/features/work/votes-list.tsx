import { Badge, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AnswerOutcome } from "@/api/types";

interface VotesListProps {
  votes: NonNullable<AnswerOutcome["votes"]>;
}

/** How people judged an answer, question by question; who they were is not told. */
export function VotesList({ votes }: VotesListProps) {
  const { t } = useTranslation("work");
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
      {votes.criteria.map(({ key, title, yes, no, passed }) => (
        <Group component="li" key={key} gap="sm" wrap="nowrap" align="flex-start">
          <Badge color={passed ? "accent" : "yellow"} miw={86} style={{ flex: "none" }}>
            {passed ? t("outcome.passed") : t("outcome.not_passed")}
          </Badge>
          <Text size="sm">
            {title}{" "}
            <Text span c="dimmed">
              {t("outcome.votes", { yes, no })}
            </Text>
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
