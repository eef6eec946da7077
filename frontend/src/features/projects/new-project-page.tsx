import { Box, Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Recipe } from "@/api/types";
import { FormError } from "@/components/form-error";
import { LinkButton, TextLink } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { projectsQuery } from "@/lib/queries/projects";
import { createProject, recipesQuery } from "./api/projects";
import { RecipeCards } from "./recipe-cards";
import { RecipeFields } from "./recipe-fields";
import { rulesOf, toSettings, type RecipeRules } from "@/lib/recipe-rules";

export default function NewProjectPage() {
  const { t } = useTranslation("projects");
  const query = useQuery(recipesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [basics, setBasics] = useState<Basics>({ name: "", description: "" });
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
          // Another recipe has other stages, so their form starts anew; name and purpose stay.
          return (
            <NewProjectForm
              key={recipe.name}
              recipes={recipes}
              recipe={recipe}
              basics={basics}
              onRecipe={(name, typed) => {
                setBasics(typed);
                setChosen(name);
              }}
            />
          );
        }}
      </QueryView>
    </Box>
  );
}

interface Basics {
  name: string;
  description: string;
}

interface NewProjectFormProps {
  recipes: Recipe[];
  recipe: Recipe;
  basics: Basics;
  onRecipe: (name: string, typed: Basics) => void;
}

interface Values extends Basics {
  rules: RecipeRules;
}

const names = ["name", "description"] as const;

function NewProjectForm({ recipes, recipe, basics, onRecipe }: NewProjectFormProps) {
  const { t } = useTranslation("projects");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initialValues: { ...basics, rules: rulesOf(recipe) },
    validate: { name: (value) => (value.trim() ? null : t("new.required")) },
  });
  const create = useMutation({
    mutationFn: (values: Values) =>
      createProject({
        name: values.name.trim(),
        description: values.description.trim(),
        recipe: recipe.name,
        settings: toSettings(values.rules, recipe),
      }),
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: projectsQuery.queryKey });
      notifyDone(t("new.created"));
      await navigate({ to: "/projects/$projectId/import", params: { projectId: String(project.id) } });
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
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
        <Section title={t("recipe.title")} term="recipe" description={t("recipe.text")}>
          <Stack gap="lg">
            <RecipeCards
              recipes={recipes}
              value={recipe.name}
              onChange={(name) => onRecipe(name, { name: form.values.name, description: form.values.description })}
            />
            <RecipeFields recipe={recipe} form={form} error={create.error} />
          </Stack>
        </Section>
        <FormError error={create.error} names={names} />
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
