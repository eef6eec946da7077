import { Checkbox, SegmentedControl, Stack, Switch, Text, Textarea } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { GoldUse, GoldValue } from "@/api/quality";
import type { KnownParts } from "../kind";
import { kindNamed } from "../registry";

export interface GoldDraft {
  /** A part that is not asked for is absent. */
  expected: Record<string, GoldValue>;
  is_good: boolean;
  uses: GoldUse[];
  note: string;
}

interface GoldFieldsProps {
  kind: string;
  /** Every part that could be asked for, with the value in the answer. */
  parts: KnownParts;
  value: GoldDraft;
  onChange: (value: GoldDraft) => void;
}

const uses = ["mixed", "practice", "test"] as const satisfies readonly GoldUse[];

/** A part of an answer as people call it: "votes.one_sentence" is "one sentence". */
export function partName(kind: string, path: string, t: TFunction<"gold">): string {
  return kindNamed(kind).gold?.partName(path, t) ?? path;
}

/** What the right answer is, whether this one has it, and where it is used. */
export function GoldFields({ kind, parts, value, onChange }: GoldFieldsProps) {
  const { t } = useTranslation("gold");
  const change = (changes: Partial<GoldDraft>) => onChange({ ...value, ...changes });
  return (
    <Stack>
      <Stack gap="sm" component="fieldset" p={0} m={0} bd={0}>
        <Text component="legend" size="sm" fw={550} p={0}>
          {t("fields.expected")}
        </Text>
        <Text size="sm" c="dimmed">
          {t("fields.expected_hint")}
        </Text>
        {Object.keys(parts).map((path) => (
          <ExpectedPart
            key={path}
            name={partName(kind, path, t)}
            value={value.expected[path]}
            onChange={(next) => {
              const others = Object.entries(value.expected).filter(([key]) => key !== path);
              const chosen: [string, GoldValue][] = next === undefined ? [] : [[path, next]];
              change({ expected: Object.fromEntries([...others, ...chosen]) });
            }}
          />
        ))}
      </Stack>
      <Switch
        label={t("fields.is_good")}
        description={t("fields.is_good_hint")}
        checked={value.is_good}
        onChange={(event) => change({ is_good: event.currentTarget.checked })}
      />
      <Checkbox.Group
        label={t("fields.uses")}
        value={value.uses}
        onChange={(chosen) => change({ uses: uses.filter((use) => chosen.includes(use)) })}
      >
        <Stack gap="xs" mt="xs">
          {uses.map((use) => (
            <Checkbox key={use} value={use} label={t(`use.${use}`)} description={t(`use.${use}_hint`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <GoldNote note={value.note} onNote={(note) => change({ note })} />
    </Stack>
  );
}

/** Why it is the right answer, told after practice. */
export function GoldNote({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  const { t } = useTranslation("gold");
  return (
    <Textarea
      label={t("fields.note")}
      description={t("fields.note_hint")}
      autosize
      minRows={2}
      maxLength={1000}
      value={note}
      onChange={(event) => onNote(event.currentTarget.value)}
    />
  );
}

const options = ["yes", "no", "any"] as const;

interface ExpectedPartProps {
  name: string;
  value: GoldValue | undefined;
  onChange: (value: GoldValue | undefined) => void;
}

function ExpectedPart({ name, value, onChange }: ExpectedPartProps) {
  const { t } = useTranslation("gold");
  const shown = value === undefined ? "any" : value === false ? "no" : "yes";
  return (
    <div>
      <Text size="sm" mb={4}>
        {name}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={name}
        value={shown}
        data={options.map((option) => ({ value: option, label: t(`value.${option}`) }))}
        onChange={(next) => onChange(next === "any" ? undefined : next === "yes")}
      />
    </div>
  );
}
