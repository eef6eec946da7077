import { Alert, List, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { MentionFigures, MentionMany, MentionRun } from "@/api/mentions";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { formatNumber } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";
import { MentionTable } from "./mention-table";

/** What the types that are done say, and how much of it many tests would find by chance alone. */
export function MentionResults({ run, figures }: { run: MentionRun; figures: MentionFigures }) {
  const { t } = useTranslation("mentions");
  const [first, second] = run.pair ?? ["", ""];
  return (
    <Section title={t("type.title")} description={t("type.text", { first, second })}>
      <Stack gap="md">
        <Stats>
          <Stat label={t("figure.images")} value={formatNumber(figures.images)} />
          {Object.entries(figures.groups).map(([group, images]) => (
            <Stat key={group} label={t("figure.of_group", { group })} value={formatNumber(images)} />
          ))}
          <Stat label={t("figure.done")} value={formatNumber(run.done)} hint={run.types !== run.done && ofTypes(run)} />
        </Stats>
        {figures.many.tested > 0 && <Many many={figures.many} />}
        <MentionTable rows={figures.rows} pair={[first, second]} />
      </Stack>
    </Section>
  );
}

const ofTypes = ({ types }: MentionRun) => (types === null ? null : `/ ${formatNumber(types)}`);

/** The note on many tests: beside all figures of which one was tested. */
function Many({ many }: { many: MentionMany }) {
  const { t } = useTranslation("mentions");
  return (
    <Alert role="note" color="gray" title={t("many.title")}>
      <List size="sm" spacing={4}>
        <List.Item>{t("many.kept", { count: many.kept, types: formatNumber(many.kept) })}</List.Item>
        <List.Item>
          {t("many.over_images", {
            count: many.kept_over_images,
            types: formatNumber(many.kept_over_images),
            tested: formatNumber(many.tested),
            chance: formatNumber(many.expected_by_chance, 1),
          })}
        </List.Item>
        <List.Item>
          {t("many.corrected", {
            holm: formatNumber(many.holm),
            bh: formatNumber(many.benjamini_hochberg),
          })}
        </List.Item>
      </List>
    </Alert>
  );
}

/** With what was measured, and what that assumes: folded away, but always there. */
export function MentionUsed({ run: { options, used } }: { run: MentionRun }) {
  const { t } = useTranslation("mentions");
  return (
    <details>
      <Text component="summary" size="sm">
        {t("used.title")}
      </Text>
      <List size="sm" mt="xs" spacing={4} maw="80ch">
        <List.Item>
          {t("used.splits", { splits: formatNumber(options.splits), more_than: formatNumber(options.more_than) })}
        </List.Item>
        <List.Item>{t("used.draws", { draws: formatNumber(options.draws), seed: String(options.seed) })}</List.Item>
        {used && (
          <>
            <List.Item>
              {t("used.parser", { parser: used.parser, version: used.parser_version, wordnet: used.wordnet })}
            </List.Item>
            {used.assumptions.map((each) => (
              <List.Item key={each.message}>{messageOf(each)}</List.Item>
            ))}
          </>
        )}
      </List>
    </details>
  );
}
