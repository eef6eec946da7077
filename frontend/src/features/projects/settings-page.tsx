import { Autocomplete, Button, Group, Radio, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { Project, ProjectState, Recipe } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { FormError } from "@/components/form-error";
import { LoadingRows } from "@/components/loading";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { BudgetSection } from "@/components/budget-section";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { budgetQuery } from "@/lib/queries/budget";
import { categoriesQuery } from "@/lib/queries/categories";
import { projectQuery, projectsQuery } from "@/lib/queries/projects";
import { teamsQuery } from "@/lib/queries/teams";
import { changeProject, type ProjectChanges } from "./api/projects";
import { RecipeFields } from "./recipe-fields";
import { rulesOf, toSettings } from "@/lib/recipe-rules";

export default function SettingsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("projects");
  const query = useQuery(projectQuery(projectId));
  usePageTitle(t("settings.title"), query.data?.name ?? "");
  // All at once: what came later would move the rest away from under the pointer.
  const parts = [useQuery(budgetQuery(projectId)), useQuery(teamsQuery(projectId))];
  if (!parts.every((part) => part.isFetched)) return <LoadingRows />;
  return (
    <QueryView query={query}>
      {(project) => (
        <Stack maw={860}>
          <Basics project={project} />
          <StateChoice project={project} />
          {project.category_field !== null && <CategoryField project={project} field={project.category_field} />}
          <CommentChoice project={project} />
          <BudgetSection projectId={project.id} mayEdit />
          {project.recipe && <Rules project={project} recipe={{ ...project.recipe, optional_stages: [] }} />}
        </Stack>
      )}
    </QueryView>
  );
}

function useChange(project: Project) {
  const { t } = useTranslation("projects");
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: ProjectChanges) => changeProject(project.id, changes),
    onSuccess: (changed) => {
      client.setQueryData(projectQuery(project.id).queryKey, changed);
      void client.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true });
      notifyDone(t("settings.saved"));
    },
  });
}

/** Whether those who annotate take part in what is said about their own work. */
function CommentChoice({ project }: { project: Project }) {
  const { t } = useTranslation("comments");
  const change = useChange(project);
  return (
    <Section title={t("setting_title")}>
      <Switch
        label={t("setting")}
        description={t("setting_text")}
        checked={project.annotators_comment}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ annotators_comment: event.currentTarget.checked })}
      />
      {change.error && <ErrorNotice error={change.error} />}
    </Section>
  );
}

const names = ["name", "description"] as const;
const categoryNames = ["category_field"] as const;

function Basics({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  const change = useChange(project);
  const form = useForm({
    initialValues: { name: project.name, description: project.description },
    validate: { name: (value) => (value.trim() ? null : t("new.required")) },
  });
  const submit = (values: typeof form.values) =>
    change.mutate(values, {
      onError: (error) => form.setErrors(fieldErrors(error, names)),
      onSuccess: () => form.resetDirty(),
    });
  return (
    <Section anchor="basics" title={t("settings.basics")}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <TextInput label={t("new.name")} maxLength={200} {...form.getInputProps("name")} />
          <Textarea
            label={t("new.purpose")}
            description={t("new.purpose_hint")}
            autosize
            minRows={2}
            {...form.getInputProps("description")}
          />
          <FormError error={change.error} names={names} />
          <SaveRow dirty={form.isDirty()} busy={change.isPending} />
        </Stack>
      </form>
    </Section>
  );
}

function SaveRow({ dirty, busy }: { dirty: boolean; busy: boolean }) {
  const { t } = useTranslation("projects");
  return (
    <Group justify="flex-end" gap="sm">
      {!dirty && (
        <Text size="sm" c="dimmed">
          {t("settings.unchanged")}
        </Text>
      )}
      <Button type="submit" disabled={!dirty} loading={busy}>
        {t("settings.save")}
      </Button>
    </Group>
  );
}

const states = ["active", "paused", "archived"] as const satisfies readonly ProjectState[];

function isState(value: string): value is ProjectState {
  return (states as readonly string[]).includes(value);
}

function StateChoice({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  const change = useChange(project);
  return (
    <Section anchor="state" title={t("settings.state")} description={t("settings.state_text")}>
      <Stack>
        <Radio.Group
          aria-label={t("settings.state")}
          value={change.isPending ? (change.variables.state ?? project.state) : project.state}
          onChange={(state) => {
            if (isState(state)) change.mutate({ state });
          }}
        >
          <Stack gap="sm">
            {states.map((state) => (
              <Radio
                key={state}
                value={state}
                label={t(`settings.state_${state}`)}
                description={t(`settings.state_${state}_hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {change.error && <ErrorNotice error={change.error} />}
      </Stack>
    </Section>
  );
}

/** By which field of their metadata images are told apart; those that images have are suggested. */
function CategoryField({ project, field }: { project: Project; field: string }) {
  const { t } = useTranslation("projects");
  const client = useQueryClient();
  const change = useChange(project);
  const known = useQuery(categoriesQuery(project.id)).data?.fields ?? [];
  const form = useForm({
    initialValues: { category_field: field },
    validate: { category_field: (value) => (value.trim() ? null : t("settings.category_required")) },
  });
  const submit = (values: typeof form.values) =>
    change.mutate(values, {
      onError: (error) => form.setErrors(fieldErrors(error, categoryNames)),
      onSuccess: () => {
        form.resetDirty();
        void client.invalidateQueries({ queryKey: categoriesQuery(project.id).queryKey });
      },
    });
  return (
    <Section title={t("settings.categories")} description={t("settings.categories_text")}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack>
          <Autocomplete
            label={t("settings.category_field")}
            description={t("settings.category_field_hint")}
            maxLength={60}
            maw={360}
            data={known.map(({ name }) => name)}
            {...form.getInputProps("category_field")}
          />
          <FormError error={change.error} names={categoryNames} />
          <SaveRow dirty={form.isDirty()} busy={change.isPending} />
        </Stack>
      </form>
    </Section>
  );
}

/** Shares say themselves what is wrong, in percent. */
const isOfShares = (error: unknown) =>
  isApiError(error) && error.fields.every(({ path }) => /stages\.\w+\.(gold_rate|settings\.majority)$/.test(path));

function Rules({ project, recipe }: { project: Project; recipe: Recipe }) {
  const { t } = useTranslation("projects");
  const change = useChange(project);
  const form = useForm({ initialValues: { rules: rulesOf(recipe) } });
  const teams = useQuery(teamsQuery(project.id)).data ?? [];
  return (
    <Section anchor="rules" title={t("settings.rules")} description={t("settings.rules_text")}>
      <form
        onSubmit={form.onSubmit(({ rules }) =>
          change.mutate(
            { settings: toSettings(rules, recipe) },
            {
              onSuccess: () => form.resetDirty(),
            },
          ),
        )}
        noValidate
      >
        <Stack>
          <RecipeFields recipe={recipe} form={form} error={change.error} teams={teams} />
          {change.error && <ErrorNotice error={change.error} hideFields={isOfShares(change.error)} />}
          <SaveRow dirty={form.isDirty()} busy={change.isPending} />
        </Stack>
      </form>
    </Section>
  );
}
