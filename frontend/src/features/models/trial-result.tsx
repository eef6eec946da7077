import { Box, Grid, List, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TrialResult } from "@/api/models";
import type { ShownImage } from "@/api/quality";
import { AnnotatedImage } from "@/components/annotated-image";
import { formatPercent } from "@/lib/format";
import { MadeBy } from "./made-by";
import { DroppedPart, OtherCrops, prose, textOf, Words, type PartProps } from "./trial-parts";

interface TrialResultProps {
  image: ShownImage;
  result: TrialResult;
}

/** The image with what was found in it, beside every text that was written about it. */
export function TrialResultView({ image, result }: TrialResultProps) {
  const [active, setActive] = useState<string | null>(null);
  // What came before a failure is shown with it; without anything, the picture says nothing.
  if (result.problem && isBare(result)) return <MadeBy provenance={result.provenance} />;
  const boxes = [
    ...result.detections.map(({ label, box }, index) => ({ id: `object-${String(index)}`, label, box })),
    ...result.words.map(({ text, box }, index) => ({ id: `word-${String(index)}`, label: text, box })),
  ];
  return (
    <Stack>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <AnnotatedImage
            src={image.urls.view}
            alt={image.name}
            width={image.width}
            height={image.height}
            boxes={boxes}
            active={active}
            onActive={setActive}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            <CaptionPart result={result} />
            <Objects result={result} onActive={setActive} />
            <OtherCrops result={result} />
            <Words result={result} onActive={setActive} />
            <DroppedPart result={result} />
          </Stack>
        </Grid.Col>
      </Grid>
      <MadeBy provenance={result.provenance} />
    </Stack>
  );
}

function isBare({ detections, words, crops, dropped, caption }: TrialResult): boolean {
  return [...detections, ...words, ...crops, ...dropped].length === 0 && caption === null;
}

function CaptionPart({ result }: { result: TrialResult }) {
  const { t } = useTranslation("models");
  if (result.caption === null) return null;
  return (
    <Box>
      <Title order={4}>{t("try.caption")}</Title>
      <Text size="sm" mt={4} style={prose} c={result.caption ? undefined : "dimmed"}>
        {result.caption || t("try.no_caption")}
      </Text>
    </Box>
  );
}

function Objects({ result, onActive }: PartProps) {
  const { t } = useTranslation("models");
  const { detections, words, caption } = result;
  if (detections.length === 0) {
    // A model that only writes or reads has not failed to find anything.
    if (words.length > 0 || caption !== null || result.problem) return null;
    return <Text c="dimmed">{t("try.no_objects")}</Text>;
  }
  return (
    <Box>
      <Title order={4}>{t("try.objects", { count: detections.length })}</Title>
      <List type="ordered" size="sm" mt={4} spacing={6}>
        {detections.map(({ label, score }, index) => (
          <List.Item
            key={`${label}-${String(index)}`}
            onPointerEnter={() => onActive(`object-${String(index)}`)}
            onPointerLeave={() => onActive(null)}
          >
            <Text component="span" size="sm" fw={600}>
              {label || t("try.unnamed")}
            </Text>{" "}
            <Text component="span" size="xs" c="dimmed">
              {t("try.score", { share: formatPercent(score) })}
            </Text>
            {textOf(result, index) !== null && (
              <Text size="sm" style={prose}>
                {textOf(result, index)}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Box>
  );
}
