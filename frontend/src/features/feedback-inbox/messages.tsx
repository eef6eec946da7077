import { Group, Stack } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { MyFeedback } from "@/api/hits";
import type { Page } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { Thumb } from "@/components/thumb";
import { FeedbackItem } from "@/kinds/feedback-item";
import { stageTitle } from "@/lib/server-messages";

/** Everything leads wrote about one's own texts. */
export function Messages({ page }: { page: Page<MyFeedback> }) {
  const { t } = useTranslation("inbox");
  if (page.results.length === 0) {
    return (
      <EmptyState icon={<IconMessageCircle size={36} />} title={t("none_title")}>
        {t("none_text")}
      </EmptyState>
    );
  }
  return (
    <Stack maw={860}>
      {page.results.map((item) => (
        <Entry key={item.id} item={item} />
      ))}
    </Stack>
  );
}

function Entry({ item }: { item: MyFeedback }) {
  const { t } = useTranslation("inbox");
  return (
    <Section title={item.image.name} description={`${stageTitle(item.stage)} · ${item.project.name}`}>
      <Group align="flex-start" gap="md" wrap="nowrap">
        <Thumb src={item.image.urls.thumb} alt="" size={88} />
        <Stack gap="sm" miw={0} flex={1}>
          <FeedbackItem item={item} />
          {item.assignment != null && (
            <TextLink size="sm" to="/history/$assignmentId" params={{ assignmentId: String(item.assignment) }}>
              {t("history")}
            </TextLink>
          )}
        </Stack>
      </Group>
    </Section>
  );
}
