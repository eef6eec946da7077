import { Alert, Button, Group, NumberInput, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ProjectBudget } from "@/api/models";
import { ErrorNotice } from "./error-notice";
import { QueryView } from "./query-view";
import { Section } from "./section";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { budgetQuery, changeBudget, type BudgetLimits } from "@/lib/queries/budget";

const fields = ["most_cost", "most_tokens"] as const;

interface BudgetSectionProps {
  projectId: number;
  mayEdit: boolean;
}

/** What models may cost the project in all, and how much of it is spent. */
export function BudgetSection({ projectId, mayEdit }: BudgetSectionProps) {
  const { t } = useTranslation("models");
  const query = useQuery(budgetQuery(projectId));
  return (
    <Section title={t("budget.title")} description={t(mayEdit ? "budget.text" : "budget.read_only")}>
      <QueryView query={query}>
        {(budget) => (
          <Stack>
            {budget.stopped > 0 && (
              <Alert color="yellow" icon={<IconAlertTriangle />} title={t("budget.stopped", { count: budget.stopped })}>
                {t("budget.stopped_text")}
              </Alert>
            )}
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <SpentOf label={t("budget.cost")} spent={budget.spent.cost} most={budget.most_cost} digits={2} />
              <SpentOf label={t("budget.tokens")} spent={tokensOf(budget)} most={budget.most_tokens} digits={0} />
            </SimpleGrid>
            {!budget.prices_known && (
              <Text size="sm" c="dimmed" maw="72ch">
                {t("budget.prices_unknown")}
              </Text>
            )}
            {mayEdit && <BudgetForm key={JSON.stringify(limitsOf(budget))} projectId={projectId} budget={budget} />}
          </Stack>
        )}
      </QueryView>
    </Section>
  );
}

const tokensOf = ({ spent }: ProjectBudget) => spent.prompt_tokens + spent.completion_tokens;
const limitsOf = ({ most_cost, most_tokens }: ProjectBudget): BudgetLimits => ({ most_cost, most_tokens });
const HUNDRED = 100;

interface SpentOfProps {
  label: string;
  spent: number;
  most: number | null;
  digits: number;
}

function SpentOf({ label, spent, most, digits }: SpentOfProps) {
  const { t } = useTranslation("models");
  const share = most === null ? 0 : most === 0 ? HUNDRED : Math.min(HUNDRED, (spent / most) * HUNDRED);
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz="1.375rem" fw={600} lh={1.3} style={{ fontVariantNumeric: "tabular-nums" }}>
        {formatNumber(spent, digits)}
        <Text span size="sm" fw={400} c="dimmed">
          {" "}
          {most === null ? t("budget.no_limit") : t("budget.of", { most: formatNumber(most, digits) })}
        </Text>
      </Text>
      {most !== null && <Progress value={share} mt={4} aria-label={label} />}
    </div>
  );
}

function BudgetForm({ projectId, budget }: { projectId: number; budget: ProjectBudget }) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const [limits, setLimits] = useState(limitsOf(budget));
  const save = useMutation({
    mutationFn: () => changeBudget(projectId, limits),
    onSuccess: async () => {
      notifyDone(t(budget.stopped ? "budget.saved_goes_on" : "budget.saved"));
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  const problems = fieldErrors(save.error, [...fields]);
  const changed = fields.some((field) => limits[field] !== budget[field]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {fields.map((field) => (
            <NumberInput
              key={field}
              label={t(`budget.${field}`)}
              description={t(`budget.${field}_hint`)}
              inputWrapperOrder={["label", "input", "description", "error"]}
              placeholder={t("budget.no_limit")}
              min={0}
              thousandSeparator=" "
              decimalScale={field === "most_cost" ? 2 : 0}
              value={limits[field] ?? ""}
              error={problems[field]}
              onChange={(value) => setLimits((old) => ({ ...old, [field]: value === "" ? null : Number(value) }))}
            />
          ))}
        </SimpleGrid>
        {save.error && <ErrorNotice error={save.error} hideFields={allFieldsShown(save.error, [...fields])} />}
        <Group>
          <Button type="submit" disabled={!changed} loading={save.isPending}>
            {t("budget.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
