import { Badge, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmCase } from "@/api/harms";
import { formatNumber } from "@/lib/format";
import { Meaning } from "./meaning";
import { useMeaningName } from "./names";

/** What the case is, which meaning was counted, and why this one. */
export function CaseFacts({ item }: { item: HarmCase }) {
  const { t } = useTranslation("harms");
  const nameOf = useMeaningName();
  const { meaning, of, instead } = item;
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t(`measure.${item.measure}`)}
        </Text>
        {item.bound && <Badge color="gray">{t(`bound.${item.bound}`)}</Badge>}
        {item.aspect && <Badge color="gray">{t(`aspect.${item.aspect}`)}</Badge>}
        {item.scenario && <Badge color="gray">{t(`scenario.${item.scenario}`)}</Badge>}
        {item.arm && <Badge color="gray">{t(`arm.${item.arm}`)}</Badge>}
      </Group>
      <Text component="h3" fz="xl" fw={650} m={0} style={{ overflowWrap: "anywhere" }}>
        {item.word || t("case.nobody")}
      </Text>
      {meaning ? (
        <Text size="sm" maw="72ch">
          <Meaning id={meaning.synset.name} strong /> {t("case.gloss", { gloss: meaning.gloss })}
          <Text span display="block" c="dimmed" fz="inherit">
            {t(`case.why_${meaning.reason}`, { count: meaning.synsets, synsets: formatNumber(meaning.synsets) })}
          </Text>
        </Text>
      ) : (
        item.word && (
          <Text size="sm" c="dimmed">
            {t("case.no_synset")}
          </Text>
        )
      )}
      {of.length > 0 && <Text size="sm">{t("case.of", { of: of.map(({ name }) => nameOf(name)).join(", ") })}</Text>}
      {instead && <Text size="sm">{t("case.instead", { name: nameOf(instead.name) })}</Text>}
      {item.quoted && <Text size="sm">{t("case.quoted")}</Text>}
      {item.group && <Text size="sm">{t("case.group", { group: item.group })}</Text>}
    </div>
  );
}
