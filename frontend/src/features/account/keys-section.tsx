import { Button, Group, Stack, Switch, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { KeysView } from "@/canvas/keys-view";
import { keysOfChoice } from "@/canvas/key-choices";
import { useKeyPreferences } from "@/canvas/shortcuts";
import { Section } from "@/components/section";
import { Wide } from "@/components/wide";
import { keyStore } from "@/lib/key-store";
import type workbench from "@/locales/en/workbench.json";

/** Single keys on or off, and every key that was changed; where to change them is said. */
export function KeysSection() {
  const { t } = useTranslation("shortcuts");
  const { singleKeys, keys } = useKeyPreferences();
  const changed = Object.entries(keys);
  return (
    <Section title={t("account.title")} description={t("account.text")}>
      <Stack>
        <Switch
          label={t("single_keys")}
          description={t("single_keys_hint")}
          checked={singleKeys}
          onChange={(event) => keyStore.change({ singleKeys: event.currentTarget.checked })}
        />
        {changed.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("account.none")}
          </Text>
        ) : (
          <ChangedKeys changed={changed} />
        )}
      </Stack>
    </Section>
  );
}

type Changed = readonly (readonly [choice: string, keys: readonly string[]])[];

function ChangedKeys({ changed }: { changed: Changed }) {
  const { t } = useTranslation("shortcuts");
  return (
    <>
      <Wide name={t("account.table")}>
        <Table aria-label={t("account.table")} maw={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("account.command")}</Table.Th>
              <Table.Th scope="col">{t("account.keys")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changed.map(([choice, keys]) => (
              <Table.Tr key={choice}>
                <Table.Td>
                  <CommandName choice={choice} />
                </Table.Td>
                <Table.Td>
                  {/* One below the other: then there is room for the names on a telephone, too. */}
                  <Stack gap={4} align="flex-start">
                    {keys.length === 0
                      ? t("no_key")
                      : keys.map((combination) => <KeysView key={combination} keys={combination} />)}
                  </Stack>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Wide>
      <Group>
        <Button variant="default" size="xs" onClick={() => keyStore.change({ keys: {} })}>
          {t("reset_all")}
        </Button>
      </Group>
    </>
  );
}

type Name = keyof (typeof workbench)["keys"];

function CommandName({ choice }: { choice: string }) {
  const { t } = useTranslation("shortcuts");
  const { name, own } = useNamed(choice);
  if (!own) return name;
  return (
    <>
      {name}{" "}
      <Group component="span" gap={6} c="dimmed" fz="xs">
        {t("account.instead")} <KeysView keys={own} />
      </Group>
    </>
  );
}

/** One of several numbers or directions is called after the whole, and told apart by its own key. */
function useNamed(choice: string): { name: string; own: string | null } {
  const { t, i18n } = useTranslation(["workbench", "review"]);
  const parts = choice.split("_");
  for (let length = parts.length; length > 0; length -= 1) {
    const id = parts.slice(0, length).join("_");
    if (i18n.exists(`workbench:keys.${id}`)) {
      return { name: t(`keys.${id as Name}`), own: length < parts.length ? keysOfChoice(choice, id) : null };
    }
  }
  const ofReview = choice.replace(/^review_/, "");
  return { name: t(`review:keys.${ofReview as "next"}`, { defaultValue: choice.replaceAll("_", " ") }), own: null };
}
