import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { NewReasoningRun, ReasoningSet } from "@/api/reasoning";
import type { AvailableSource } from "@/api/studies";
import type { Connection } from "@/api/models";
import { ErrorNotice } from "@/components/error-notice";
import { fieldErrors } from "@/lib/form-errors";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { reasoningKey, startRun } from "../api/reasoning";
import { Choices, Limit } from "./fields";

const USUAL_MOST = 500;
const SHOWN = ["name", "sets", "sources", "connection", "most", "most_cost"];
const named = ({ source }: AvailableSource) => JSON.stringify(source);

interface RunFormProps {
  projectId: number;
  sets: ReasoningSet[];
  sources: AvailableSource[];
  models: Connection[];
}

function useStarting(projectId: number) {
  const { t } = useTranslation("reasoning");
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (run: NewReasoningRun) => startRun(projectId, run),
    onSuccess: async (run) => {
      notifyDone(t("new.started"));
      await client.invalidateQueries({ queryKey: reasoningKey(projectId) });
      await navigate({
        to: "/projects/$projectId/studies/reasoning/$runId",
        params: { projectId: String(projectId), runId: String(run.id) },
      });
    },
  });
}

/** How many prompts a run has at most: equal ones are asked once, images without a text not at all. */
function promptsOf(sets: ReasoningSet[], sources: number, most: number | null): number {
  return sets.reduce((sum, { questions }) => sum + Math.min(questions, most ?? questions), 0) * sources;
}

const hasPrice = (model: Connection | undefined) =>
  ["price_in", "price_out"].some((price) => Number(model?.settings[price]) > 0);

export function RunForm({ projectId, sets, sources, models }: RunFormProps) {
  const { t } = useTranslation("reasoning");
  const [name, setName] = useState("");
  const [chosenSets, setChosenSets] = useState<string[]>(sets.length === 1 ? [String(sets[0]?.id)] : []);
  const [chosenSources, setChosenSources] = useState<string[]>([]);
  const [baseline, setBaseline] = useState(true);
  const [model, setModel] = useState<string | null>(String(models[0]?.id));
  const [most, setMost] = useState<number | null>(USUAL_MOST);
  const [mostCost, setMostCost] = useState<number | null>(null);
  const start = useStarting(projectId);
  const problems = fieldErrors(start.error, SHOWN);
  const connection = models.find(({ id }) => String(id) === model);
  const askedSets = sets.filter(({ id }) => chosenSets.includes(String(id)));
  const prompts = promptsOf(askedSets, chosenSources.length + Number(baseline), most);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (!connection) return;
    start.mutate({
      name,
      sets: askedSets.map(({ id }) => id),
      sources: sources
        .filter((source) => chosenSources.includes(named(source)))
        .map(({ source, title }) => ({ source, title })),
      connection: connection.id,
      baseline,
      most,
      most_cost: mostCost,
      seed: 1,
    });
  };
  return (
    <form onSubmit={ask}>
      <Stack gap="lg">
        <TextInput
          label={t("new.name")}
          required
          maxLength={200}
          maw={480}
          value={name}
          error={problems.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Choices label={t("new.sets")} values={chosenSets} onValues={setChosenSets} error={problems.sets}>
          {sets.map((set) => (
            <Checkbox
              key={set.id}
              value={String(set.id)}
              label={set.name}
              description={t("new.questions", { title: set.title, count: set.questions })}
            />
          ))}
        </Choices>
        <Choices
          label={t("new.sources")}
          hint={t("new.sources_hint")}
          values={chosenSources}
          onValues={setChosenSources}
          error={problems.sources}
        >
          {sources.map((source) => (
            <Checkbox
              key={named(source)}
              value={named(source)}
              label={source.title}
              description={t("new.texts", { count: source.texts })}
            />
          ))}
        </Choices>
        <Checkbox
          label={t("new.baseline")}
          description={t("new.baseline_hint")}
          checked={baseline}
          onChange={(event) => setBaseline(event.currentTarget.checked)}
        />
        <Select
          label={t("new.model")}
          description={t("new.model_hint")}
          maw={480}
          allowDeselect={false}
          data={models.map(({ id, name: called, settings }) => ({
            value: String(id),
            label: `${called} (${String(settings.model)})`,
          }))}
          value={model}
          error={problems.connection}
          onChange={setModel}
        />
        <Limit
          label={t("new.most")}
          hint={t("new.most_hint")}
          value={most}
          onValue={setMost}
          error={problems.most}
          whole
        />
        <Limit
          label={t("new.most_cost")}
          hint={t(hasPrice(connection) ? "new.most_cost_hint" : "new.no_price")}
          value={mostCost}
          onValue={setMostCost}
          error={problems.most_cost}
        />
        {start.error && <ErrorNotice error={start.error} />}
        <Group gap="sm">
          <Button type="submit" loading={start.isPending} disabled={prompts === 0}>
            {t("new.submit")}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {prompts === 0 ? t("new.choose") : t("new.prompts", { prompts: formatNumber(prompts) })}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
