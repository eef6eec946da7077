import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportChoice } from "@/api/types";
import { stageTitle } from "@/lib/server-messages";

type Stages = ImportChoice["objects"];
export interface Given {
  /** "" as long as nobody chose: the first that fits. */
  givenAs: ImportChoice["given_as"] | "";
  /** "" is the usual stage. */
  objectsStage: string;
  stage: string;
  /** What a file of texts is called; "" is as the file that is sent. */
  textsName: string;
}
export const usual: Given = { givenAs: "", objectsStage: "", stage: "", textsName: "" };

/** What was chosen, or else what fits the recipe best. */
export const chosenOf = (choices: ImportChoice[], { givenAs }: Given) =>
  choices.find((choice) => choice.given_as === givenAs) ?? choices[0];

interface Props {
  choices: ImportChoice[];
  given: Given;
  onChange: (given: Given) => void;
}

/** What becomes of objects and texts that come with images, and in which stages. */
export function GivenChoice({ choices, given, onChange }: Props) {
  const { t } = useTranslation("images");
  const chosen = chosenOf(choices, given);
  if (!chosen) return null;
  return (
    <>
      <Select
        label={t("import.given_as")}
        description={t(`import.given_as_${chosen.given_as}_hint`)}
        allowDeselect={false}
        maw={480}
        data={choices.map(({ given_as }) => ({ value: given_as, label: t(`import.given_as_${given_as}`) }))}
        value={chosen.given_as}
        onChange={(value) => {
          const choice = choices.find(({ given_as }) => given_as === value);
          onChange({ ...usual, givenAs: choice?.given_as ?? "" });
        }}
      />
      <StageChoice
        label={t("import.objects_stage")}
        stages={chosen.objects}
        value={given.objectsStage}
        onChange={(objectsStage) => onChange({ ...given, objectsStage })}
      />
      <StageChoice
        label={t("import.stage")}
        stages={chosen.texts}
        value={given.stage}
        onChange={(stage) => onChange({ ...given, stage })}
      />
      {chosen.given_as === "texts" && (
        <TextInput
          label={t("import.texts_name")}
          description={t("import.texts_name_hint")}
          maxLength={200}
          maw={480}
          value={given.textsName}
          onChange={({ currentTarget }) => onChange({ ...given, textsName: currentTarget.value })}
        />
      )}
    </>
  );
}

interface StageProps {
  label: string;
  stages: Stages;
  value: string;
  onChange: (key: string) => void;
}

/** Only where there is a choice. */
function StageChoice({ label, stages, value, onChange }: StageProps) {
  if (stages.length < 2) return null;
  return (
    <Select
      label={label}
      allowDeselect={false}
      maw={480}
      data={stages.map((stage) => ({ value: stage.key, label: stageTitle(stage) }))}
      value={value || stages[0]?.key}
      onChange={(key) => onChange(key ?? "")}
    />
  );
}
