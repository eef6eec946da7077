import { Button, Group, NumberInput, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "@/api/errors";
import type { GroupScheme, NewGroupScheme } from "@/api/groups";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { toSayQuery } from "@/lib/queries/groups";
import { groupsQuery, putScheme } from "../api/groups";
import { MeaningsField } from "./meanings-field";

interface SchemeFormProps {
  projectId: number;
  scheme: GroupScheme | null;
  hasAnswers: boolean;
}

const FIELDS = ["name", "values", "guideline", "per_image"];
const PARTS = ["values[", "means."];
const EMPTY = { name: "", values: [], means: {}, guideline: "", per_image: 3, is_enabled: false };

/** What is asked, in which words, by which guideline, of how many people, and whether anybody is asked. */
export function SchemeForm({ projectId, scheme, hasAnswers }: SchemeFormProps) {
  const { t } = useTranslation("groups");
  const client = useQueryClient();
  const [wanted, setWanted] = useState<NewGroupScheme>(scheme ?? EMPTY);
  const [values, setValues] = useState(wanted.values.join("\n"));
  const lines = linesOf(values);
  const put = <Key extends keyof NewGroupScheme>(key: Key, value: NewGroupScheme[Key]) =>
    setWanted((old) => ({ ...old, [key]: value }));
  const save = useMutation({
    mutationFn: () => putScheme(projectId, { ...wanted, values: lines, means: ofValues(wanted.means, lines) }),
    onSuccess: async (groups) => {
      client.setQueryData(groupsQuery(projectId).queryKey, groups);
      await client.invalidateQueries({ queryKey: toSayQuery.queryKey });
      notifyDone(t("form.saved"));
    },
  });
  const problems = fieldErrors(save.error, FIELDS);
  // What holds can still be read and copied.
  const fixed = hasAnswers ? "filled" : "default";
  const isFixed = hasAnswers ? t("form.fixed") : undefined;
  return (
    <Section title={t("form.title")} description={t("form.text")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack maw={640}>
          <TextInput
            label={t("form.name")}
            description={isFixed ?? t("form.name_hint")}
            required
            readOnly={hasAnswers}
            variant={fixed}
            maxLength={100}
            value={wanted.name}
            onChange={(event) => put("name", event.currentTarget.value)}
            error={problems.name}
          />
          <Textarea
            label={t("form.values")}
            description={isFixed ?? t("form.values_hint")}
            required
            readOnly={hasAnswers}
            variant={fixed}
            autosize
            minRows={3}
            value={values}
            onChange={(event) => setValues(event.currentTarget.value)}
            error={problems.values ?? partProblem(save.error, "values[")}
          />
          <MeaningsField
            values={[...new Set(lines)]}
            means={wanted.means}
            onChange={(means) => put("means", means)}
            error={partProblem(save.error, "means.")}
          />
          <Textarea
            label={t("guideline")}
            description={t("form.guideline_hint")}
            required
            autosize
            minRows={6}
            maxRows={24}
            maxLength={20_000}
            value={wanted.guideline}
            onChange={(event) => put("guideline", event.currentTarget.value)}
            error={problems.guideline}
          />
          <NumberInput
            label={t("form.per_image")}
            description={t("form.per_image_hint")}
            maw={320}
            min={1}
            max={9}
            allowDecimal={false}
            value={wanted.per_image}
            onChange={(value) => put("per_image", Number(value) || 1)}
            error={problems.per_image}
          />
          <Switch
            label={t("form.enabled")}
            description={t("form.enabled_hint")}
            checked={wanted.is_enabled}
            onChange={(event) => put("is_enabled", event.currentTarget.checked)}
          />
          {save.error && (
            <ErrorNotice
              error={save.error}
              hideFields={allFieldsShown(save.error, FIELDS) || PARTS.some((part) => partProblem(save.error, part))}
            />
          )}
          <Group>
            <Button type="submit" loading={save.isPending}>
              {t("form.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** A problem of one value stands below all of them. */
function partProblem(error: unknown, part: string): string | undefined {
  if (!isApiError(error)) return undefined;
  return error.fields.find(({ path }) => path.startsWith(part))?.message;
}

/** A line that is gone means nothing any more. */
const ofValues = (means: NewGroupScheme["means"], values: string[]) =>
  Object.fromEntries(Object.entries(means).filter(([value, said]) => values.includes(value) && said.length > 0));
