import { Group, Stack } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { MyFeedback } from "@/api/hits";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Thumb } from "@/components/thumb";
import { FeedbackItem } from "@/kinds/feedback-item";
import { feedbackQuery } from "@/lib/queries/feedback";
import { stageTitle } from "@/lib/server-messages";

/** Everything leads wrote about one's own texts. */
export default function InboxPage() {
  const { t } = useTranslation("inbox");
  const { cursor } = useSearch({ from: "/shell/feedback" });
  const navigate = useNavigate();
  const query = useQuery({ ...feedbackQuery(cursor), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState icon={<IconMessageCircle size={36} />} title={t("none_title")}>
              {t("none_text")}
            </EmptyState>
          ) : (
            <Stack maw={860}>
              {page.results.map((item) => (
                <Entry key={item.id} item={item} />
              ))}
              <Pager page={page} onCursor={(next) => void navigate({ to: "/feedback", search: { cursor: next } })} />
            </Stack>
          )
        }
      </QueryView>
    </>
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
