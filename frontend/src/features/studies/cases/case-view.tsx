import { Button, Group, Stack, Text } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Study, StudyCase } from "@/api/studies";
import { Thumb } from "@/components/thumb";
import { TextPair } from "@/kinds/texts/text-pair";
import classes from "./cases.module.css";
import { RaterHead } from "./rater-head";
import { ScoreTable } from "./score-table";

/** One item: its image, the texts under the names of their sources, and what everybody said and why. */
export function CaseView({ item, study }: { item: StudyCase; study: Study }) {
  const { t } = useTranslation("studies");
  const [hasDifferences, setDifferences] = useState(false);
  return (
    <Stack>
      <div className={classes.case}>
        <div className={classes.image}>
          {item.image ? (
            <a
              href={item.image.urls.full}
              target="_blank"
              rel="noopener"
              aria-label={t("cases.full", { image: item.image_name })}
            >
              <Thumb src={item.image.urls.view} alt="" />
            </a>
          ) : (
            <Text size="sm" c="dimmed">
              {t("cases.no_image", { image: item.image_name })}
            </Text>
          )}
        </div>
        <Stack gap="xs" miw={0}>
          {item.texts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t("cases.no_texts")}
            </Text>
          ) : (
            <TextPair texts={item.texts} titles={item.sources} hasDifferences={hasDifferences} />
          )}
          <Group gap="sm">
            {item.texts.length > 1 && (
              <Button
                size="compact-sm"
                variant={hasDifferences ? "filled" : "default"}
                aria-pressed={hasDifferences}
                leftSection={<IconArrowsDiff size={15} aria-hidden />}
                onClick={() => setDifferences(!hasDifferences)}
              >
                {t("cases.differences")}
              </Button>
            )}
            {study.design === "side_by_side" && study.work !== null && (
              <Text size="xs" c="dimmed">
                {t(item.flipped ? "cases.flipped" : "cases.not_flipped", { name: item.sources[0] ?? "" })}
              </Text>
            )}
          </Group>
        </Stack>
      </div>
      {item.ratings.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("cases.no_ratings")}
        </Text>
      ) : (
        <>
          <ScoreTable item={item} study={study} />
          <Reasons item={item} study={study} />
        </>
      )}
    </Stack>
  );
}

/** What people gave as their reasons, by person. */
function Reasons({ item, study }: { item: StudyCase; study: Study }) {
  const { t } = useTranslation("studies");
  const told = item.ratings.filter((rating) =>
    study.options.metrics.some(({ key }) => rating.scores[key]?.justification),
  );
  if (told.length === 0) return null;
  return (
    <div>
      <Text component="h3" size="sm" fw={600} m={0} mb={6}>
        {t("cases.reasons")}
      </Text>
      <div className={classes.reasons}>
        {told.map((rating) => (
          <section key={rating.rater} aria-label={rating.rater}>
            <RaterHead rating={rating} />
            <dl className={classes.reasonList}>
              {study.options.metrics.map(({ key, title }) => {
                const reason = rating.scores[key]?.justification;
                if (!reason) return null;
                return (
                  <div key={key}>
                    <dt>{title}</dt>
                    <dd>{reason}</dd>
                  </div>
                );
              })}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
}
