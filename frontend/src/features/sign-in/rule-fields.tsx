import { Button, Fieldset, Group, Paper, Select, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { projectsQuery } from "@/lib/queries/projects";
import { newRule, type Values } from "./values";

const roles = ["lead", "reviewer", "annotator"] as const;

interface RuleFieldsProps {
  form: UseFormReturnType<Values>;
  isFixed: boolean;
}

/** What groups of the provider give. */
export function RuleFields({ form, isFixed }: RuleFieldsProps) {
  const { t } = useTranslation("sign_in");
  return (
    <Fieldset legend={t("form.groups")} disabled={isFixed}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t("form.groups_hint")}
        </Text>
        <TextInput
          label={t("form.claim")}
          description={t("form.claim_hint")}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps("groups_claim")}
        />
        {form.values.rules.length === 0 && <Text size="sm">{t("form.no_rules")}</Text>}
        {form.values.rules.map(({ id }, index) => (
          <RuleRow key={id} form={form} index={index} isFixed={isFixed} />
        ))}
        {!isFixed && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            style={{ alignSelf: "flex-start" }}
            onClick={() => form.insertListItem("rules", newRule())}
          >
            {t("form.add_rule")}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}

function RuleRow({ form, index, isFixed }: RuleFieldsProps & { index: number }) {
  const { t } = useTranslation("sign_in");
  const { t: common } = useTranslation("common");
  const projects = useQuery(projectsQuery).data ?? [];
  const at = `rules.${String(index)}`;
  const number = index + 1;
  const gives = form.values.rules[index]?.gives ?? "";
  const data = [
    { value: "admin", label: t("form.gives_admin") },
    ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  // One that a rule names may be none of the first page of projects.
  if (gives && !data.some(({ value }) => value === gives)) {
    data.push({ value: gives, label: `${t("form.project")} ${gives}` });
  }
  return (
    <Paper withBorder p="sm" role="group" aria-label={t("form.rule", { number })}>
      <Stack gap="sm">
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput label={t("form.group")} miw={200} {...form.getInputProps(`${at}.group`)} />
          <Select
            label={t("form.gives")}
            miw={200}
            data={data}
            searchable
            allowDeselect={false}
            {...form.getInputProps(`${at}.gives`)}
          />
        </Group>
        {gives !== "admin" && gives !== "" && (
          <Group grow align="flex-start" preventGrowOverflow={false}>
            <Select
              label={t("form.role")}
              miw={200}
              data={roles.map((role) => ({ value: role, label: common(`role.${role}`) }))}
              allowDeselect={false}
              {...form.getInputProps(`${at}.role`)}
            />
            <TagsInput label={t("form.teams")} miw={200} {...form.getInputProps(`${at}.teams`)} />
          </Group>
        )}
        {!isFixed && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconTrash size={16} aria-hidden />}
            style={{ alignSelf: "flex-end" }}
            onClick={() => form.removeListItem("rules", index)}
          >
            {t("form.remove_rule", { number })}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
