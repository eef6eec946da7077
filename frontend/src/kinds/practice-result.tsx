import { Alert, Badge, Box, Group, Stack, Text } from "@mantine/core";
import { IconBulb } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { PracticeResult } from "@/api/hits";
import type { Answer, StageSettings } from "@/api/types";
import { AnswerDifference } from "./answer-view";
import { kindNamed } from "./registry";

interface Props {
  result: PracticeResult;
  kind: string;
  settings: StageSettings;
  /** What was answered, to be held beside the example. */
  mine: Answer | null;
}

/** What was right of one image of a practice round, a good answer beside one's own, and why. */
export function PracticeResultView({ result, kind, settings, mine }: Props) {
  const { t } = useTranslation("hits");
  const { t: workbench } = useTranslation("workbench");
  const question = kindNamed(kind).gold?.question;
  return (
    <Stack gap="sm">
      {result.fields.map(({ path, expected, given, right }) => (
        <Group key={path} gap="sm" wrap="nowrap" align="flex-start">
          <Badge color={right ? "accent" : "red"} miw={86} style={{ flex: "none" }}>
            {right ? t("feedback.right") : t("feedback.wrong")}
          </Badge>
          <Box miw={0}>
            <Text size="sm" fw={600}>
              {question?.(path, settings, workbench) ?? path}
            </Text>
            <Text size="sm">
              {t("feedback.given")}: <Value value={given} />
              {!right && (
                <>
                  {" · "}
                  {t("feedback.expected")}: <Value value={expected} />
                </>
              )}
            </Text>
          </Box>
        </Group>
      ))}
      {result.note && (
        <Alert color="blue" p="sm" title={t("feedback.note")} icon={<IconBulb size={18} aria-hidden />}>
          <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
            {result.note}
          </Text>
        </Alert>
      )}
      {result.example && mine && (
        <Box>
          <Text size="sm" fw={600}>
            {t("practice.example")}
          </Text>
          <Text size="xs" c="dimmed" mb={6}>
            {t("practice.example_text")}
          </Text>
          <AnswerDifference kind={kind} before={mine} after={result.example} />
        </Box>
      )}
    </Stack>
  );
}

function Value({ value }: { value: unknown }) {
  const { t } = useTranslation("hits");
  if (value === true) return <>{t("feedback.yes")}</>;
  if (value === false) return <>{t("feedback.no")}</>;
  if (value === null || value === undefined || value === "") return <>{t("feedback.nothing")}</>;
  return <>{typeof value === "string" ? value : JSON.stringify(value)}</>;
}
