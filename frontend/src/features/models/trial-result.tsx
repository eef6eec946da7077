import { Box, Grid, Group, List, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TrialResult } from "@/api/models";
import type { ShownImage } from "@/api/quality";
import { AnnotatedImage } from "@/components/annotated-image";
import { formatPercent } from "@/lib/format";
import { MadeBy } from "./made-by";

interface TrialResultProps {
  image: ShownImage;
  result: TrialResult;
}

/** The image with what was found in it, beside every text that was written about it. */
export function TrialResultView({ image, result }: TrialResultProps) {
  const [active, setActive] = useState<string | null>(null);
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

const prose = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;

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

/** Texts about parts stand with their objects where both name the same ones in the same order. */
function textOf({ crops, detections }: TrialResult, index: number): string | null {
  const crop = crops[index];
  return crop && crop.label === detections[index]?.label ? crop.text : null;
}

interface PartProps {
  result: TrialResult;
  onActive: (id: string | null) => void;
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
            onPointerEnter={() => { onActive(`object-${String(index)}`); }}
            onPointerLeave={() => { onActive(null); }}
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

function OtherCrops({ result }: { result: TrialResult }) {
  const { t } = useTranslation("models");
  const others = result.crops.filter((_, index) => textOf(result, index) === null);
  if (others.length === 0) return null;
  return (
    <Box>
      <Title order={4}>{t("try.crops")}</Title>
      <List size="sm" mt={4} spacing={6}>
        {others.map(({ label, text }, index) => (
          <List.Item key={`${label}-${String(index)}`}>
            <Text component="span" size="sm" fw={600}>
              {label}
            </Text>{" "}
            <Text component="span" size="sm" style={prose}>
              {text}
            </Text>
          </List.Item>
        ))}
      </List>
    </Box>
  );
}

function Words({ result, onActive }: PartProps) {
  const { t } = useTranslation("models");
  if (result.words.length === 0) return null;
  const first = result.detections.length;
  return (
    <Box>
      <Title order={4}>{t("try.words", { count: result.words.length })}</Title>
      <Group component="ol" gap={6} p={0} m={0} mt={4} style={{ listStyle: "none" }}>
        {result.words.map(({ text }, index) => (
          <Text
            key={`${text}-${String(index)}`}
            component="li"
            size="sm"
            onPointerEnter={() => { onActive(`word-${String(index)}`); }}
            onPointerLeave={() => { onActive(null); }}
          >
            <Text component="span" size="xs" c="dimmed">
              {first + index + 1}
            </Text>{" "}
            {text}
          </Text>
        ))}
      </Group>
    </Box>
  );
}

function DroppedPart({ result }: { result: TrialResult }) {
  const { t } = useTranslation("models");
  if (result.dropped.length === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm">
        {t("try.dropped", { count: result.dropped.length })}
      </Text>
      <List size="sm" mt="xs">
        {result.dropped.map(({ label, reason }, index) => (
          <List.Item key={`${label}-${String(index)}`}>
            {t("try.dropped_item", { label: label || t("try.unnamed"), reason })}
          </List.Item>
        ))}
      </List>
    </details>
  );
}
