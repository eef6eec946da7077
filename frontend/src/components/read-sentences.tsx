import { Badge, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReadText, ReadVerdict } from "@/api/second-reader";
import { TEXT_LANGUAGE } from "@/lib/languages";
import { AnnotatedImage } from "./annotated-image";
import { Time } from "./time";
import { VersionBadge } from "./version-badge";

const colors: Record<ReadVerdict, string> = {
  seen: "accent",
  not_seen: "yellow",
  contradicted: "red",
  invalid: "gray",
};

/** What a model said of each sentence, in words; the colour only repeats it. */
export function ReadSentences({ text }: { text: ReadText }) {
  const { t } = useTranslation("second_reader");
  const boxed = boxesOf(text).map(({ id }) => id);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" component="div">
        <VersionBadge version={text.version} named /> · <Time at={text.read_at} /> ·{" "}
        {t("fact.prompt", { prompt: text.prompt })}
      </Text>
      <Boxes text={text} />
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
        {text.sentences.map((sentence, place) => (
          <Group key={place} component="li" gap="xs" align="flex-start" wrap="nowrap">
            <Badge color={colors[sentence.verdict]} miw="max-content" mt={2}>
              {t(`verdict.${sentence.verdict}`)}
            </Badge>
            <Text size="sm" dir="auto" lang={TEXT_LANGUAGE} miw={0} style={{ overflowWrap: "anywhere" }}>
              {boxed.includes(String(place)) && <b>{boxed.indexOf(String(place)) + 1} </b>}
              {sentence.text}
            </Text>
          </Group>
        ))}
      </Stack>
      <NotMentioned text={text} />
    </Stack>
  );
}

/** Where it sees what decides a sentence that it marked, by the place of the sentence. */
const boxesOf = ({ sentences }: ReadText) =>
  sentences.flatMap(({ box, text, verdict }, place) =>
    box && verdict !== "seen" ? [{ id: String(place), label: text, box }] : [],
  );

function Boxes({ text }: { text: ReadText }) {
  const { t } = useTranslation("second_reader");
  const { image } = text;
  const boxes = boxesOf(text);
  if (boxes.length === 0) return null;
  return (
    <div style={{ maxWidth: 320 }}>
      <AnnotatedImage
        src={image.urls.view}
        alt={t("boxes", { name: image.name })}
        width={image.width}
        height={image.height}
        boxes={boxes}
      />
    </div>
  );
}

function NotMentioned({ text: { not_mentioned: missed, objects } }: { text: ReadText }) {
  const { t } = useTranslation("second_reader");
  if (objects === 0) return null;
  const said =
    missed === null
      ? t("missed.unknown")
      : missed.length === 0
        ? t("missed.none", { count: objects })
        : t("missed.some", { labels: missed.map(({ label }) => label).join(", ") });
  return <Text size="sm">{said}</Text>;
}
