import { Button, Card, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { OwnInputProps } from "@/components/settings-fields";
import type { Criterion } from "./criteria";

const keyOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 40);

/** The yes-or-no questions of a vote, each with its help. */
export function CriteriaInput({ value: raw, onChange, disabled = false, error }: OwnInputProps) {
  const { t } = useTranslation("settings");
  const value = raw as Criterion[];
  const change = (index: number, changes: Partial<Criterion>) =>
    onChange(value.map((criterion, at) => (at === index ? { ...criterion, ...changes } : criterion)));
  return (
    <Stack gap="sm" component="fieldset" p={0} m={0} bd={0}>
      <Text component="legend" size="sm" fw={550} p={0} mb={4}>
        {t("criteria")}
      </Text>
      {value.map((criterion, index) => (
        <Card key={index} withBorder p="sm">
          <Stack gap="xs">
            <TextInput
              label={t("criterion.title", { number: index + 1 })}
              disabled={disabled}
              value={criterion.title}
              onChange={(event) => change(index, { title: event.currentTarget.value })}
              onBlur={() => {
                // A question that was just added is named after its words.
                if (!criterion.key.startsWith("new_")) return;
                const key = keyOf(criterion.title);
                if (key && !value.some((other) => other.key === key)) change(index, { key });
              }}
            />
            <TextInput
              label={t("criterion.help")}
              disabled={disabled}
              value={criterion.help}
              onChange={(event) => change(index, { help: event.currentTarget.value })}
            />
            <Group justify="space-between">
              <Text size="xs" c="dimmed">
                {t("criterion.key", { key: criterion.key })}
              </Text>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                disabled={disabled || value.length === 1}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
                aria-label={t("criterion.remove_name", { title: criterion.title })}
              >
                {t("criterion.remove")}
              </Button>
            </Group>
          </Stack>
        </Card>
      ))}
      {error && <Input.Error>{error}</Input.Error>}
      <Group>
        <Button
          size="xs"
          variant="default"
          disabled={disabled}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...value, { key: `new_${String(value.length + 1)}`, title: "", help: "" }])}
        >
          {t("criterion.add")}
        </Button>
      </Group>
    </Stack>
  );
}
