import { Badge, Group, Text, Timeline } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Recipe } from "@/api/types";

/** The stages of a recipe, one below the other. */
export function StageList({ recipe }: { recipe: Recipe }) {
  const { t } = useTranslation("projects");
  return (
    <Timeline active={recipe.stages.length} bulletSize={22} lineWidth={2}>
      {recipe.stages.map((stage, index) => (
        <Timeline.Item
          key={stage.key}
          bullet={<Text size="xs">{index + 1}</Text>}
          title={<Text fw={600}>{stage.title}</Text>}
        >
          <Text size="sm" c="dimmed">
            {t(`recipe.${stage.mode}`, { count: stage.rounds })}
          </Text>
          <Group gap={6} mt={4}>
            {stage.seeded && <Badge color="gray">{t("recipe.seeded")}</Badge>}
            {stage.stop?.enabled && <Badge color="gray">{t("recipe.stops")}</Badge>}
          </Group>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
