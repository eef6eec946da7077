import { Box, Card, Group, Text, ThemeIcon } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { HeldHit } from "@/api/hits";
import { LinkButton } from "@/components/link-button";
import { formatClock } from "@/lib/format";
import { stageTitle } from "@/lib/server-messages";

/** A mini-batch in progress, one press away. */
export function HeldHitCard({ held }: { held: HeldHit }) {
  const { t } = useTranslation("work");
  return (
    <Card withBorder>
      <Group wrap="nowrap" align="stretch">
        <ThemeIcon variant="light" size={88} radius="sm" aria-hidden>
          <IconStack2 size={36} stroke={1.4} />
        </ThemeIcon>
        <Box miw={0} flex={1}>
          <Text fw={600} truncate>
            {held.purpose === "work"
              ? stageTitle(held.stage)
              : t(`hit.purpose.${held.purpose}`, { stage: stageTitle(held.stage) })}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {held.project.name}
          </Text>
          <Text size="xs" c="dimmed" mt={4}>
            {t("hit.size", { count: held.count })}
            {" · "}
            {t("hit.until", { time: formatClock(held.deadline) })}
          </Text>
          <LinkButton
            mt="xs"
            to="/hits/$hitId"
            params={{ hitId: String(held.hit_id) }}
            aria-label={t("held.resume_name", { stage: stageTitle(held.stage), project: held.project.name })}
          >
            {t("held.resume")}
          </LinkButton>
        </Box>
      </Group>
    </Card>
  );
}
