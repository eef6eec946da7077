import { Checkbox, Fieldset, NumberInput, Select, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { OfferedTexts, TextMeasure } from "@/api/text-reports";
import { formatNumber } from "@/lib/format";
import { textModelsQuery } from "./api/text-reports";
import { conceptsOf, MOST_COMMON_WORDS, MOST_CONCEPTS, type ReportDraft } from "./draft";
import { QuestionChoice } from "./question-choice";
import { named } from "./source-choice";

interface OptionsProps {
  projectId: number;
  offered: OfferedTexts[];
  draft: ReportDraft;
  /** What the server says is wrong, by field. */
  problems: Record<string, string>;
  onChange: (changes: Partial<ReportDraft>) => void;
}

const AGAINST: readonly TextMeasure[] = ["captions", "clipscore", "bertscore"];

/** What the chosen measures ask for; those that ask for nothing show nothing. */
export function MeasureOptions(props: OptionsProps) {
  const { t } = useTranslation("texts");
  const { draft } = props;
  const asks = (measure: TextMeasure) => draft.measures.includes(measure);
  const block = (measure: TextMeasure, fields: React.ReactNode) =>
    asks(measure) && (
      <Fieldset legend={t(`measure.${measure}`)} maw={560}>
        <Stack gap="sm">{fields}</Stack>
      </Fieldset>
    );
  return (
    <>
      {AGAINST.some(asks) && <References {...props} />}
      {block("captions", <ScoreOptions {...props} />)}
      {block("concepts", <ConceptList {...props} />)}
      {block("words", <WordOptions {...props} />)}
      {block("answers", <QuestionChoice {...props} />)}
      {block("clipscore", <ModelChoice {...props} measure="clipscore" />)}
      {block("bertscore", <ModelChoice {...props} measure="bertscore" />)}
    </>
  );
}

const asData = (offered: OfferedTexts[]) =>
  offered.map((source) => ({ value: named(source), label: `${source.title} (${formatNumber(source.texts)})` }));

function References({ offered, draft, onChange }: OptionsProps) {
  const { t } = useTranslation("texts");
  return (
    <Select
      label={t("new.references")}
      description={t("new.references_hint")}
      placeholder={t("new.no_references")}
      maw={560}
      clearable
      data={asData(offered)}
      value={draft.references}
      onChange={(references) => onChange({ references })}
    />
  );
}

function ScoreOptions({ draft, onChange }: OptionsProps) {
  const { t } = useTranslation("texts");
  return (
    <>
      <Checkbox
        label={t("new.same_images")}
        description={t("new.same_images_hint")}
        checked={draft.same_images}
        onChange={(event) => onChange({ same_images: event.currentTarget.checked })}
      />
      <Checkbox
        label={t("new.meteor")}
        description={t("new.meteor_hint")}
        checked={draft.meteor}
        onChange={(event) => onChange({ meteor: event.currentTarget.checked })}
      />
    </>
  );
}

function ConceptList({ draft, problems, onChange }: OptionsProps) {
  const { t } = useTranslation("texts");
  const concepts = conceptsOf(draft.concepts);
  const wrong = Object.keys(problems).find((path) => path.startsWith("concepts"));
  return (
    <Textarea
      label={t("new.concepts")}
      description={t("new.concepts_hint", { most: formatNumber(MOST_CONCEPTS) })}
      inputWrapperOrder={["label", "description", "input", "error"]}
      autosize
      minRows={3}
      maxRows={12}
      value={draft.concepts}
      error={wrong && problems[wrong]}
      placeholder={t("new.concepts_count", { count: concepts.length })}
      onChange={(event) => onChange({ concepts: event.currentTarget.value })}
    />
  );
}

function WordOptions({ offered, draft, problems, onChange }: OptionsProps) {
  const { t } = useTranslation("texts");
  return (
    <>
      <Select
        label={t("new.compared")}
        description={t("new.compared_hint")}
        placeholder={t("new.compared_first")}
        clearable
        data={asData(offered)}
        value={draft.compared}
        error={problems.compared}
        onChange={(compared) => onChange({ compared })}
      />
      <NumberInput
        label={t("new.common_words")}
        description={t("new.common_words_hint")}
        min={1}
        max={MOST_COMMON_WORDS}
        allowDecimal={false}
        value={draft.common_words}
        error={problems.common_words}
        onChange={(value) => onChange({ common_words: value })}
      />
    </>
  );
}

interface ModelChoiceProps extends OptionsProps {
  measure: "clipscore" | "bertscore";
}

function ModelChoice({ projectId, draft, onChange, measure }: ModelChoiceProps) {
  const { t } = useTranslation("texts");
  const models = useQuery(textModelsQuery(projectId)).data;
  const field = measure === "clipscore" ? "image_model" : "token_model";
  const names = models?.filter((model) => model.measure === measure).map(({ name }) => name) ?? [];
  const none = models && names.length === 0;
  return (
    <Select
      label={t(`new.${field}`)}
      description={none ? t(`new.no_${field}`) : t("new.model_hint")}
      placeholder={t("new.choose_model")}
      clearable
      disabled={none ?? false}
      data={names}
      value={draft[field]}
      onChange={(name) => onChange({ [field]: name })}
    />
  );
}
