import { Accordion, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ReadSentences } from "@/components/read-sentences";
import { readAnswerQuery } from "./api/second-reader";

/** What models said of this answer: closed until somebody wants it, so that a verdict can come first. */
export function SecondReader({ projectId, annotation }: { projectId: number; annotation: number }) {
  const { t } = useTranslation("second_reader");
  const { data } = useQuery(readAnswerQuery(projectId, annotation));
  if (!data || data.length === 0) return null;
  return (
    <Accordion variant="contained" chevronPosition="left" order={2}>
      <Accordion.Item value="second-reader">
        <Accordion.Control>
          <Text fw={650} fz="lg">
            {t("title")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("evidence.text")}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="lg">
            {data.map((text) => (
              <ReadSentences key={text.version.id} text={text} />
            ))}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
