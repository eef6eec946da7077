import { Group, Radio, SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Recipe } from "@/api/types";
import { serverMessage, stageTitle } from "@/lib/server-messages";
import classes from "./recipe-cards.module.css";

interface RecipeCardsProps {
  recipes: Recipe[];
  value: string;
  onChange: (name: string) => void;
}

/** One card per recipe: what people do in it, step by step. */
export function RecipeCards({ recipes, value, onChange }: RecipeCardsProps) {
  const { t } = useTranslation("projects");
  return (
    <Radio.Group aria-label={t("recipe.choose")} value={value} onChange={onChange}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {recipes.map((recipe) => (
          <label
            key={recipe.name}
            htmlFor={`recipe-${recipe.name}`}
            className={classes.card}
            data-checked={recipe.name === value || undefined}
          >
            <Group gap="xs" wrap="nowrap" align="flex-start" mb={4}>
              <Radio
                id={`recipe-${recipe.name}`}
                value={recipe.name}
                aria-label={recipe.title}
                aria-describedby={`recipe-${recipe.name}-text`}
                mt={2}
              />
              <Text fw={600} size="sm">
                {recipe.title}
              </Text>
            </Group>
            <div id={`recipe-${recipe.name}-text`}>
              <Text size="sm" c="dimmed">
                {serverMessage(`recipe_${recipe.name}_text`, {}, recipe.description)}
              </Text>
              <Text size="xs" mt="xs" fw={550}>
                {recipe.stages.map((stage) => stageTitle(stage)).join(" → ")}
              </Text>
            </div>
          </label>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
