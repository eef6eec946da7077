import { Box, Group, NumberInput, Radio, SimpleGrid, Stack, Switch, Text, type InputWrapperProps } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Recipe, Team } from "@/api/types";
import { peopleNeeded } from "@/lib/recipe-rules";
import { StageFields, type WithRules } from "./stage-fields";

interface RecipeFieldsProps<Values extends WithRules> {
  recipe: Recipe;
  form: UseFormReturnType<Values>;
  /** What the server refused; the parts it names are opened. */
  error: unknown;
  /** The teams there are to ask for: of a new project none. */
  teams?: readonly Team[];
}

/** Hints stand below, so that inputs side by side stay on one line. */
const order: InputWrapperProps["inputWrapperOrder"] = ["label", "input", "description", "error"];

/** The stages with their numbers, early stopping and the no-repeat rule, each said in plain words. */
export function RecipeFields<Values extends WithRules>({ recipe, form, error, teams = [] }: RecipeFieldsProps<Values>) {
  const { t } = useTranslation("projects");
  const stops = recipe.stages.some((stage) => stage.stop);
  return (
    <Stack gap="lg">
      <StageFields recipe={recipe} form={form} problems={isApiError(error) ? error.fields : []} teams={teams} />
      {stops && <EarlyStopping form={form} />}
      <Radio.Group label={t("recipe.no_repeat")} {...form.getInputProps("rules.noRepeat")}>
        <Stack gap="sm" mt="xs">
          <Radio value="sample" label={t("recipe.no_repeat_sample")} description={t("recipe.no_repeat_sample_hint")} />
          <Radio value="stage" label={t("recipe.no_repeat_stage")} description={t("recipe.no_repeat_stage_hint")} />
        </Stack>
      </Radio.Group>
      <Group gap="xs">
        <Text size="sm" role="status">
          {t("recipe.people_needed", { count: peopleNeeded(form.values.rules, recipe) })}
        </Text>
      </Group>
    </Stack>
  );
}

function EarlyStopping<Values extends WithRules>({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation("projects");
  return (
    <Box component="fieldset" p={0} m={0} bd={0}>
      <Text component="legend" fw={550} size="sm" p={0}>
        {t("recipe.early_title")}
      </Text>
      <Text size="sm" c="dimmed" mb="sm" maw="72ch">
        {t("recipe.early_text")}
      </Text>
      <Switch mb="md" label={t("recipe.early")} {...form.getInputProps("rules.early", { type: "checkbox" })} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberInput
          disabled={!form.values.rules.early}
          inputWrapperOrder={order}
          label={t("recipe.threshold")}
          description={t("recipe.threshold_hint")}
          min={0}
          max={1}
          step={0.05}
          decimalScale={2}
          {...form.getInputProps("rules.threshold")}
        />
        <NumberInput
          disabled={!form.values.rules.early}
          inputWrapperOrder={order}
          label={t("recipe.ngram")}
          description={t("recipe.ngram_hint")}
          min={1}
          max={4}
          allowDecimal={false}
          clampBehavior="strict"
          {...form.getInputProps("rules.ngram")}
        />
      </SimpleGrid>
    </Box>
  );
}
