import { Box, Card, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HeldAssignment } from "@/api/types";
import { LinkButton } from "@/components/link-button";
import { Term } from "@/components/term/term";
import { Thumb } from "@/components/thumb";
import { formatClock, formatRelative } from "@/lib/format";
import { stageTitle } from "@/lib/server-messages";

/** An assignment in progress, one press away. */
export function HeldCard({ held }: { held: HeldAssignment }) {
  const { t } = useTranslation("work");
  return (
    <Card withBorder>
      <Group wrap="nowrap" align="stretch">
        <Thumb src={held.image.urls.thumb} alt="" size={88} />
        <Box miw={0} flex={1}>
          <Text fw={600} truncate>
            {stageTitle(held.stage)}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {held.project.name}
          </Text>
          <Text component="div" size="xs" c="dimmed" mt={4}>
            {held.saved_at ? (
              <>
                <Term id="draft">{t("held.draft")}</Term> {t("held.saved", { when: formatRelative(held.saved_at) })}
              </>
            ) : (
              t("held.no_draft")
            )}
            {" · "}
            {t("held.until", { time: formatClock(held.expires_at) })}
          </Text>
          <LinkButton
            mt="xs"
            to="/work/$assignmentId"
            params={{ assignmentId: String(held.assignment_id) }}
            aria-label={t("held.resume_name", { stage: stageTitle(held.stage), project: held.project.name })}
          >
            {t("held.resume")}
          </LinkButton>
        </Box>
      </Group>
    </Card>
  );
}
