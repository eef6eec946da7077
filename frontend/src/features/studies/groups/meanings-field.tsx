import { Checkbox, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { GroupMeaning, NewGroupScheme } from "@/api/groups";

const MEANINGS = ["black", "man", "woman"] as const satisfies readonly GroupMeaning[];

interface MeaningsFieldProps {
  values: string[];
  means: NewGroupScheme["means"];
  onChange: (means: NewGroupScheme["means"]) => void;
  error: string | undefined;
}

/** What each value says of the person, for harms by context: optional, so folded away until something is said. */
export function MeaningsField({ values, means, onChange, error }: MeaningsFieldProps) {
  const { t } = useTranslation("groups");
  // Only to begin with: it must not close under whoever unticks the last box.
  const [wasSaid] = useState(() => Object.values(means).some((said) => said.length > 0));
  return (
    <details open={wasSaid || error !== undefined || undefined}>
      <Text component="summary" size="sm" fw={550}>
        {t("means.title")}
      </Text>
      <Stack gap="sm" mt="xs">
        <Text size="sm" c="dimmed">
          {t(values.length > 0 ? "means.text" : "means.no_values")}
        </Text>
        {values.map((value) => (
          <Checkbox.Group
            key={value}
            label={value}
            value={means[value] ?? []}
            onChange={(said) => onChange({ ...means, [value]: said as GroupMeaning[] })}
          >
            <Group gap="lg" mt={4}>
              {MEANINGS.map((meaning) => (
                <Checkbox key={meaning} value={meaning} label={t(`means.${meaning}`)} />
              ))}
            </Group>
          </Checkbox.Group>
        ))}
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </details>
  );
}
