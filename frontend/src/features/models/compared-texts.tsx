import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { VersionComparisonResult } from "@/api/models";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { WordDiff } from "@/components/word-diff";
import type { Names } from "./compared-figures";
import classes from "./models.module.css";
import { prose } from "./trial-parts";

interface ComparedTextsProps {
  result: VersionComparisonResult;
  names: Names;
}

/** The words that one version has and the other has not, image by image; what people ended with unfolds. */
export function ComparedTexts({ result, names }: ComparedTextsProps) {
  const { t } = useTranslation("models");
  const { texts, texts_in_all: all } = result;
  return (
    <Section
      title={t("compare.texts")}
      description={
        texts.length < all
          ? t("compare.texts_some", { ...names, count: texts.length, all })
          : t("compare.texts_text", { ...names })
      }
    >
      <ol className={classes.compared}>
        {texts.map((row, index) => (
          <li key={`${String(row.sample)}-${String(index)}`}>
            <TextLink to="/samples/$sampleId" params={{ sampleId: String(row.sample) }} size="sm">
              {row.name || t("compare.sample", { id: row.sample })}
            </TextLink>
            <WordDiff before={row.old} after={row.new} />
            <Stack component="details" gap={4}>
              <Text component="summary" size="sm">
                {t("compare.reference")}
              </Text>
              <Text size="sm" style={prose}>
                {row.reference}
              </Text>
            </Stack>
          </li>
        ))}
      </ol>
    </Section>
  );
}
