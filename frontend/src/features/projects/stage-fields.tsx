import {
  Accordion,
  Badge,
  Group,
  MultiSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  type InputWrapperProps,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import type { FieldProblem } from "@/api/errors";
import type { Recipe, StageSpec, Team } from "@/api/types";
import { SettingsFields } from "@/components/settings-fields";
import { ShareInput } from "@/components/share-input";
import { kindNamed } from "@/kinds/registry";
import { stageTitle } from "@/lib/server-messages";
import { allStages, SPLITS, type RecipeRules } from "@/lib/recipe-rules";

export interface WithRules {
  rules: RecipeRules;
}

interface StageFieldsProps<Values extends WithRules> {
  recipe: Recipe;
  form: UseFormReturnType<Values>;
  problems: readonly FieldProblem[];
  /** The teams there are to ask for: of a new project none. */
  teams?: readonly Team[];
}

/** Hints stand below, so that inputs side by side stay on one line. */
const order: InputWrapperProps["inputWrapperOrder"] = ["label", "input", "description", "error"];

/** The server's problems of one stage, by the names its inputs have. */
function problemsOf(problems: readonly FieldProblem[], key: string, below: string): FieldProblem[] {
  const prefix = `stages.${key}.${below}`;
  return problems.flatMap((problem) => {
    const at = problem.path.indexOf(prefix);
    return at < 0 ? [] : [{ ...problem, path: problem.path.slice(at + prefix.length).replace(/^\./, "") }];
  });
}

/** Every stage in its order; what is asked in it can be opened and changed. */
export function StageFields<Values extends WithRules>({
  recipe,
  form,
  problems,
  teams = [],
}: StageFieldsProps<Values>) {
  // The words of what can be opened come with the rest: the page does not vanish when it is.
  const { t } = useTranslation(["projects", "settings"]);
  // A stage that is left out has no place in the order.
  const taken = allStages(recipe).filter(({ stage }) => form.values.rules.stages[stage.key]?.enabled);
  const troubled = allStages(recipe)
    .map(({ stage }) => stage.key)
    .filter((key) => problems.some(({ path }) => path.includes(`stages.${key}.`)));
  return (
    <Stack gap="sm">
      {allStages(recipe).map(({ stage, optional }) => (
        <Stack key={stage.key} gap="sm">
          {optional && (
            <Switch
              label={t("stage.take_in", { stage: stageTitle(stage) })}
              description={t("stage.take_in_hint")}
              {...form.getInputProps(`rules.stages.${stage.key}.enabled`, { type: "checkbox" })}
            />
          )}
          {form.values.rules.stages[stage.key]?.enabled && (
            <Accordion
              variant="contained"
              radius="md"
              order={3}
              // Where the server refused something, the part with it is open.
              defaultValue={troubled.includes(stage.key) ? stage.key : null}
              key={String(troubled.includes(stage.key))}
            >
              <Accordion.Item value={stage.key}>
                <Accordion.Control>
                  <Summary
                    stage={stage}
                    number={taken.findIndex((entry) => entry.stage.key === stage.key) + 1}
                    rules={form.values.rules}
                    teams={teams}
                  />
                </Accordion.Control>
                <Accordion.Panel>
                  <Numbers stage={stage} form={form} problems={problems} teams={teams} />
                </Accordion.Panel>
              </Accordion.Item>
            </Accordion>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

interface SummaryProps {
  stage: StageSpec;
  number: number;
  rules: RecipeRules;
  teams: readonly Team[];
}

function Summary({ stage, number, rules, teams }: SummaryProps) {
  const { t } = useTranslation("projects");
  const own = rules.stages[stage.key];
  const count = rules.rounds[stage.key] ?? stage.rounds;
  const mode = stage.about ? "votes" : stage.mode;
  return (
    <div>
      <Text fw={600}>
        {number}. {stageTitle(stage)}
      </Text>
      <Text size="sm" c="dimmed">
        {t(`recipe.${mode}`, { count })}
      </Text>
      <Group gap={6} mt={4}>
        {own?.inHits && (
          <Badge color="gray">{t("stage.hit_badge", { size: own.hitSize, minutes: own.hitMinutes })}</Badge>
        )}
        {own !== undefined && own.goldRate > 0 && (
          <Badge color="gray">{t("stage.gold_badge", { share: Math.round(100 * own.goldRate) })}</Badge>
        )}
        {own?.teams.map((key) => (
          <Badge key={key} color="gray">
            {t("stage.team_badge", { name: teams.find((team) => team.key === key)?.name ?? key })}
          </Badge>
        ))}
        {stage.seeded && <Badge color="gray">{t("recipe.seeded")}</Badge>}
        {stage.stop && rules.early && <Badge color="gray">{t("recipe.stops")}</Badge>}
      </Group>
    </div>
  );
}

interface NumbersProps<Values extends WithRules> {
  stage: StageSpec;
  form: UseFormReturnType<Values>;
  problems: readonly FieldProblem[];
  teams: readonly Team[];
}

function Numbers<Values extends WithRules>({ stage, form, problems, teams }: NumbersProps<Values>) {
  const { t } = useTranslation("projects");
  const path = `rules.stages.${stage.key}`;
  const own = form.values.rules.stages[stage.key];
  const problemOf = (name: string) => problemsOf(problems, stage.key, name)[0]?.message;
  const number = (name: string, label: string, extra: Record<string, unknown> = {}) => (
    <NumberInput
      label={label}
      inputWrapperOrder={order}
      allowDecimal={false}
      clampBehavior="strict"
      {...extra}
      {...form.getInputProps(name)}
    />
  );
  const kind = stage.about ? "votes" : stage.mode;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {number(`rules.rounds.${stage.key}`, t(`stage.rounds_${kind}`, { stage: stageTitle(stage) }), {
          description: t(`stage.rounds_${kind}_hint`),
          min: 1,
          max: 20,
        })}
        {number(`${path}.leaseMinutes`, t("stage.lease"), {
          description: t(own?.inHits ? "stage.lease_in_hits" : "stage.lease_hint"),
          disabled: own?.inHits ?? false,
          min: 1,
          max: 1440,
          error: problemOf("lease_minutes"),
        })}
      </SimpleGrid>
      {!stage.given && teams.length > 0 && (
        <MultiSelect
          label={t("stage.teams")}
          inputWrapperOrder={order}
          description={t("stage.teams_hint")}
          placeholder={own?.teams.length ? undefined : t("stage.teams_none")}
          data={teams.map(({ key, name }) => ({ value: key, label: name }))}
          maxValues={10}
          hidePickedOptions
          {...form.getInputProps(`${path}.teams`)}
          error={problemOf("teams")}
        />
      )}
      {stage.mode === "sequential" && (
        <Switch
          label={t("stage.earlier_texts")}
          description={t("stage.earlier_texts_hint")}
          {...form.getInputProps(`${path}.earlierTexts`, { type: "checkbox" })}
        />
      )}
      {stage.mode === "parallel" && (
        <>
          <Stack gap="xs" component="fieldset" p={0} m={0} bd={0}>
            <Text component="legend" size="sm" fw={550} p={0}>
              {t("stage.by_split")}
            </Text>
            <Text size="sm" c="dimmed">
              {t("stage.by_split_hint")}
            </Text>
            <SimpleGrid cols={3} maw={420}>
              {SPLITS.map((split) => (
                <div key={split}>
                  {number(`${path}.bySplit.${split}`, t("stage.split", { split }), {
                    min: 1,
                    max: 20,
                    placeholder: String(form.values.rules.rounds[stage.key] ?? ""),
                  })}
                </div>
              ))}
            </SimpleGrid>
          </Stack>
          <Stack gap="sm">
            <Switch
              label={t("stage.hits")}
              description={t("stage.hits_hint")}
              {...form.getInputProps(`${path}.inHits`, { type: "checkbox" })}
            />
            {own?.inHits && (
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                {number(`${path}.hitSize`, t("stage.hit_size"), { min: 1, max: 50, error: problemOf("hit.size") })}
                {number(`${path}.hitMinutes`, t("stage.hit_minutes"), {
                  min: 1,
                  max: 1440,
                  error: problemOf("hit.minutes"),
                })}
              </SimpleGrid>
            )}
          </Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <ShareInput
              label={t("stage.gold_rate")}
              description={t("stage.gold_rate_hint")}
              inputWrapperOrder={order}
              {...form.getInputProps(`${path}.goldRate`)}
              error={problemOf("gold_rate")}
            />
          </SimpleGrid>
          {own !== undefined && own.goldRate > 0 && (
            <Switch
              label={t("stage.gold_met")}
              description={t("stage.gold_met_hint")}
              {...form.getInputProps(`${path}.goldMet`, { type: "checkbox" })}
            />
          )}
        </>
      )}
      {own && (
        <SettingsFields
          value={own.settings}
          {...kindNamed(stage.kind).settings}
          problems={problemsOf(problems, stage.key, "settings")}
          // The form is generic in its values; the path is one of its own.
          onChange={(settings) => form.setFieldValue(`${path}.settings`, settings as never)}
        />
      )}
    </Stack>
  );
}
