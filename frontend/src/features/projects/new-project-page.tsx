import { Box, Button, Group, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Recipe } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { LinkButton, TextLink } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { projectsQuery } from "@/lib/queries/projects";
import { createProject, recipesQuery } from "./api/projects";
import { RecipeFields } from "./recipe-fields";
import { rulesOf, toSettings, type RecipeRules } from "./recipe-rules";
import { StageList } from "./stage-list";

export default function NewProjectPage() {
  const { t } = useTranslation("projects");
  const query = useQuery(recipesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Box maw={860}>
      <PageHeader
        title={t("new.title")}
        description={t("new.description")}
        before={<TextLink to="/projects">{t("title")}</TextLink>}
      />
      <QueryView query={query}>
        {(recipes) => {
          const recipe = recipes.find(({ name }) => name === chosen) ?? recipes[0];
          if (!recipe) return null;
          // Another recipe has other stages, so the form starts anew with its defaults.
          return <NewProjectForm key={recipe.name} recipes={recipes} recipe={recipe} onRecipe={setChosen} />;
        }}
      </QueryView>
    </Box>
  );
}

interface NewProjectFormProps {
  recipes: Recipe[];
  recipe: Recipe;
  onRecipe: (name: string) => void;
}

interface Values {
  name: string;
  description: string;
  rules: RecipeRules;
}

const names = ["name", "description"] as const;

function NewProjectForm({ recipes, recipe, onRecipe }: NewProjectFormProps) {
  const { t } = useTranslation("projects");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { name: "", description: "", rules: rulesOf(recipe) },
    validate: { name: (value) => (value.trim() ? null : t("new.required")) },
  });
  const create = useMutation({
    mutationFn: (values: Values) =>
      createProject({
        name: values.name.trim(),
        description: values.description.trim(),
        recipe: recipe.name,
        settings: toSettings(values.rules),
      }),
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: projectsQuery.queryKey });
      notifyDone(t("new.created"));
      await navigate({ to: "/projects/$projectId/import", params: { projectId: String(project.id) } });
    },
    onError: (error) => { form.setErrors(fieldErrors(error, names)); },
  });
  return (
    <form onSubmit={form.onSubmit((values) => { create.mutate(values); })} noValidate>
      <Stack>
        <Section title={t("new.basics")}>
          <Stack>
            <TextInput
              label={t("new.name")}
              placeholder={t("new.name_placeholder")}
              maxLength={200}
              {...form.getInputProps("name")}
            />
            <Textarea
              label={t("new.purpose")}
              description={t("new.purpose_hint")}
              autosize
              minRows={2}
              {...form.getInputProps("description")}
            />
          </Stack>
        </Section>
        <Section title={t("recipe.title")} description={t("recipe.text")}>
          <Stack gap="lg">
            {recipes.length > 1 && (
              <Select
                label={t("recipe.choose")}
                allowDeselect={false}
                value={recipe.name}
                data={recipes.map(({ name, title }) => ({ value: name, label: title }))}
                onChange={(name) => { if (name) onRecipe(name); }}
              />
            )}
            <div>
              <Text fw={600}>{recipe.title}</Text>
              <Text size="sm" c="dimmed" maw="72ch">
                {recipe.description}
              </Text>
            </div>
            <StageList recipe={recipe} />
            <RecipeFields recipe={recipe} form={form} />
          </Stack>
        </Section>
        {create.error && !allFieldsShown(create.error, names) && <ErrorNotice error={create.error} />}
        <Group justify="flex-end" gap="xs">
          <LinkButton to="/projects" variant="default">
            {common("action.cancel")}
          </LinkButton>
          <Button type="submit" loading={create.isPending}>
            {t("new.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
