import { Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answer, SampleDetail } from "@/api/types";
import { AnnotatedImage, type ShownBox } from "@/components/annotated-image";
import { Section } from "@/components/section";
import type { KindDefinition } from "@/kinds/kind";
import { kindNamed } from "@/kinds/registry";
import { stageTitle } from "@/lib/server-messages";

interface BoxSet {
  value: string;
  label: string;
  answer: Answer;
  boxes: readonly ShownBox[];
  BoxList: NonNullable<KindDefinition["BoxList"]>;
}

/** Every round of every stage that is read by its boxes. */
function useBoxSets(sample: SampleDetail): BoxSet[] {
  const { t } = useTranslation("samples");
  return sample.stages.flatMap((stage) => {
    const { boxes, BoxList } = kindNamed(stage.kind);
    if (!boxes || !BoxList) return [];
    return stage.annotations.map(({ id, index, origin, value }) => ({
      value: String(id),
      label: `${stageTitle(stage)}: ${
        index === 0 ? t("detail.seed") : t(origin === "import" ? "detail.elsewhere" : "detail.round", { index })
      }`,
      answer: value,
      boxes: boxes(value),
      BoxList,
    }));
  });
}

export function SampleImage({ sample }: { sample: SampleDetail }) {
  const { t } = useTranslation("samples");
  const sets = useBoxSets(sample);
  const [chosen, setChosen] = useState<string | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const shown = sets.find((set) => set.value === chosen) ?? sets.at(-1);
  const boxes = shown?.boxes ?? [];
  const { image } = sample;
  return (
    <Section title={t("detail.image_title")}>
      <Stack>
        <AnnotatedImage
          src={image.urls.view}
          alt={t("detail.image_alt", { name: image.name, count: boxes.length })}
          width={image.width}
          height={image.height}
          boxes={boxes}
          active={active}
          onActive={setActive}
        />
        {sets.length > 0 && (
          <Select
            label={t("detail.boxes_of")}
            allowDeselect={false}
            data={sets.map(({ value, label }) => ({ value, label }))}
            value={shown?.value ?? null}
            onChange={setChosen}
          />
        )}
        {shown && boxes.length > 0 && <shown.BoxList answer={shown.answer} active={active} onActive={setActive} />}
        <Metadata metadata={image.metadata} />
      </Stack>
    </Section>
  );
}

function Metadata({ metadata }: { metadata: Record<string, unknown> }) {
  const { t } = useTranslation("samples");
  const entries = Object.entries(metadata).filter(([, value]) => value !== null && value !== "");
  if (entries.length === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm">
        {t("detail.facts")}
      </Text>
      <dl>
        {entries.map(([key, value]) => (
          <div key={key}>
            <Text component="dt" size="xs" c="dimmed" mt="xs">
              {key}
            </Text>
            <Text component="dd" m={0} size="sm" style={{ overflowWrap: "anywhere" }}>
              {typeof value === "string" ? value : JSON.stringify(value)}
            </Text>
          </div>
        ))}
      </dl>
    </details>
  );
}
