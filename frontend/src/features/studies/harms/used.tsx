import { List, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmRun } from "@/api/harms";
import { formatNumber, formatPercent } from "@/lib/format";
import { useStageTitle } from "./names";

/** With which settings, parser and lists was measured: folded away, but always there. */
export function Used({ run: { options, used } }: { run: HarmRun }) {
  const { t } = useTranslation("harms");
  const stage = useStageTitle();
  return (
    <details>
      <Text component="summary" size="sm">
        {t("used.title")}
      </Text>
      <List size="sm" mt="xs" spacing={4}>
        <List.Item>{t("used.threshold", { threshold: formatNumber(options.threshold, 3) })}</List.Item>
        <List.Item>{t("used.covered", { covered: formatPercent(options.covered, 1) })}</List.Item>
        {used && (
          <>
            <List.Item>{t("used.parser", { parser: used.parser, version: used.parser_version })}</List.Item>
            <List.Item>{t("used.wordnet", { version: used.wordnet })}</List.Item>
            {used.boxes && <List.Item>{t("used.boxes", { stage: stage(used.boxes, "") })}</List.Item>}
            {used.lists.map(({ name, source, licence, version, size }) => (
              <List.Item key={name}>
                {t("used.list", { name, source, licence, version, count: size, size: formatNumber(size) })}
              </List.Item>
            ))}
          </>
        )}
      </List>
    </details>
  );
}
