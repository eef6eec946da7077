import { Checkbox, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Section } from "@/components/section";
import { designNamed } from "@/kinds/studies";
import { connectionsQuery } from "@/lib/queries/models";
import { chosenSources, type StepProps } from "./draft";

const CHUNKS = 5;
const MOST_CHUNKS = 20;
/** The one back end that makes images. */
const BACKEND = "openai";

/** Whether texts are judged whole or by chunks, and whether images are made from them. */
export function StimuliFields(props: StepProps) {
  const { draft, available, onChange, problemOf } = props;
  const { t } = useTranslation("studies");
  const hasImages = chosenSources(draft, available).some((source) => source?.has_images);
  return (
    <Section title={t("stimuli.title")} description={t("stimuli.text")}>
      <Stack>
        <Checkbox
          label={t("stimuli.cut")}
          description={t("stimuli.cut_hint")}
          checked={draft.chunks !== null}
          onChange={(event) => onChange({ ...draft, chunks: event.currentTarget.checked ? CHUNKS : null })}
        />
        {draft.chunks !== null && (
          <NumberInput
            label={t("stimuli.chunks")}
            maw={240}
            min={1}
            max={MOST_CHUNKS}
            clampBehavior="blur"
            allowDecimal={false}
            value={draft.chunks}
            error={problemOf("chunks")}
            onChange={(value) => onChange({ ...draft, chunks: Math.max(1, Number(value) || 1) })}
          />
        )}
        {designNamed(draft.design).takesImages && !hasImages && <ImageFields {...props} />}
      </Stack>
    </Section>
  );
}

function ImageFields({ projectId, draft, onChange, problemOf }: StepProps) {
  const { t } = useTranslation("studies");
  const connections = useQuery(connectionsQuery(projectId)).data ?? [];
  const usable = connections.filter(({ backend }) => backend === BACKEND);
  const { images } = draft;
  const first = usable[0];
  const put = (changes: Partial<NonNullable<typeof images>>) => {
    if (images) onChange({ ...draft, images: { ...images, ...changes } });
  };
  return (
    <>
      <Checkbox
        label={t("stimuli.make")}
        description={t(first ? "stimuli.make_hint" : "stimuli.no_connection")}
        disabled={!first}
        checked={images !== null}
        error={problemOf("images")}
        onChange={(event) =>
          onChange({
            ...draft,
            images:
              event.currentTarget.checked && first ? { connection: first.id, model: "", size: "1024x1024" } : null,
          })
        }
      />
      {images && (
        <Stack gap="xs" maw={420}>
          <Select
            label={t("stimuli.connection")}
            allowDeselect={false}
            data={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(images.connection)}
            error={problemOf("images.connection")}
            onChange={(id) => put({ connection: Number(id) })}
          />
          <TextInput
            label={t("stimuli.model")}
            description={t("stimuli.model_hint")}
            required
            value={images.model}
            error={problemOf("images.model")}
            onChange={(event) => put({ model: event.currentTarget.value })}
          />
          <TextInput
            label={t("stimuli.size")}
            value={images.size}
            error={problemOf("images.size")}
            onChange={(event) => put({ size: event.currentTarget.value })}
          />
        </Stack>
      )}
    </>
  );
}
