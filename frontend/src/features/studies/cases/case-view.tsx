import { Button, Group, Stack, Text } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Study, StudyCase } from "@/api/studies";
import { Thumb } from "@/components/thumb";
import { designNamed } from "@/kinds/studies";
import { PictureRow } from "@/kinds/texts/picture-row";
import { TextPair } from "@/kinds/texts/text-pair";
import classes from "./cases.module.css";

/** One item: its image, the texts under the names of their sources, and what everybody said and why. */
export function CaseView({ item, study }: { item: StudyCase; study: Study }) {
  const { t } = useTranslation("studies");
  const [hasDifferences, setDifferences] = useState(false);
  const { CaseAnswers } = designNamed(study.design);
  const texts = item.stimuli.map(({ text }) => text);
  const pictures = item.stimuli.flatMap(({ picture }) => picture ?? []);
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
          {item.chunk !== null && (
            <Text size="sm" c="dimmed">
              {t("cases.chunk", { count: item.chunk })}
            </Text>
          )}
          {pictures.length > 0 && <PictureRow pictures={pictures} titles={item.stimuli.map(({ title }) => title)} />}
          {pictures.length > 0 && texts.every((text) => text === "") ? null : texts.every((text) => text === "") ? (
            <Text size="sm" c="dimmed">
              {t("cases.no_texts")}
            </Text>
          ) : (
            <TextPair texts={texts} titles={item.stimuli.map(({ title }) => title)} hasDifferences={hasDifferences} />
          )}
          <Group gap="sm">
            {texts.length === 2 && texts.some((text) => text !== "") && (
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
          </Group>
        </Stack>
      </div>
      {item.ratings.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("cases.no_ratings")}
        </Text>
      ) : (
        <CaseAnswers item={item} metrics={study.options.metrics} />
      )}
    </Stack>
  );
}
