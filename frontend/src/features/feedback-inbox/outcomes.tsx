import { Alert, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconProgressCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { OutcomeNotice } from "@/api/hits";
import type { Page } from "@/api/types";
import { EmptyState } from "@/components/empty-state";
import { ErrorNotice } from "@/components/error-notice";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { Thumb } from "@/components/thumb";
import { AnswerDifference, AnswerView } from "@/kinds/answer-view";
import { LaterFigures } from "@/kinds/later-figures";
import { formatRelative } from "@/lib/format";
import { useMarkOutcomeRead } from "@/lib/queries/outcome-notices";
import { stageTitle } from "@/lib/server-messages";

/** How the samples that one worked on ended, each with one's own text beside what came of it. */
export function Outcomes({ page }: { page: Page<OutcomeNotice> }) {
  const { t } = useTranslation("inbox");
  const mark = useMarkOutcomeRead();
  if (page.results.length === 0) {
    return (
      <EmptyState icon={<IconProgressCheck size={36} />} title={t("outcomes.none_title")}>
        {t("outcomes.none_text")}
      </EmptyState>
    );
  }
  const hasUnread = page.results.some(({ read_at }) => read_at === null);
  return (
    <Stack maw={860}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw="60ch">
          {t("outcomes.text")}
        </Text>
        {hasUnread && (
          <Button
            size="compact-sm"
            variant="default"
            loading={mark.isPending && mark.variables === null}
            onClick={() => mark.mutate(null)}
          >
            {t("outcomes.mark_all")}
          </Button>
        )}
      </Group>
      {mark.error && <ErrorNotice error={mark.error} />}
      {page.results.map((item) => (
        <Entry
          key={item.id}
          item={item}
          isMarking={mark.isPending && mark.variables === item.id}
          onRead={() => mark.mutate(item.id)}
        />
      ))}
    </Stack>
  );
}

interface EntryProps {
  item: OutcomeNotice;
  isMarking: boolean;
  onRead: () => void;
}

function Entry({ item, isMarking, onRead }: EntryProps) {
  const { t } = useTranslation("inbox");
  const { image, stage, project, read_at: readAt } = item;
  return (
    <Section
      title={image.name}
      description={`${stageTitle(stage)} · ${project.name}`}
      actions={readAt === null && <Badge>{t("new")}</Badge>}
    >
      <Group align="flex-start" gap="md" wrap="nowrap">
        <Thumb src={image.urls.thumb} alt="" size={88} />
        <Stack gap="sm" miw={0} flex={1}>
          <Story item={item} />
          <Group gap="md">
            {readAt === null && (
              <Button size="compact-sm" variant="default" loading={isMarking} onClick={onRead}>
                {t("mark_read")}
              </Button>
            )}
            <TextLink size="sm" to="/history/$assignmentId" params={{ assignmentId: String(item.assignment) }}>
              {t("history")}
            </TextLink>
            <Text size="xs" c="dimmed">
              {formatRelative(item.created_at)}
            </Text>
          </Group>
        </Stack>
      </Group>
    </Section>
  );
}

/** What happened, in a sentence, and the two texts word by word. */
function Story({ item }: { item: OutcomeNotice }) {
  const { t } = useTranslation("inbox");
  const { t: work } = useTranslation("work");
  const { other, state, stage, mine } = item;
  if (!other) {
    return (
      <>
        <Text size="sm">{work(`outcome.text.${state}`)}</Text>
        <AnswerView kind={stage.kind} answer={mine} />
      </>
    );
  }
  return (
    <>
      {other.from_scratch ? (
        <Alert color="yellow" p="sm" title={t("outcomes.replaced")}>
          <Text size="sm">{other.scratch_reason || work("outcome.scratch_without_reason")}</Text>
        </Alert>
      ) : (
        <Text size="sm">{t("outcomes.finished")}</Text>
      )}
      <LaterFigures later={other} />
      <AnswerDifference kind={stage.kind} before={mine} after={other.answer} />
      <Text size="xs" c="dimmed">
        {work("outcome.nobody")}
      </Text>
    </>
  );
}
