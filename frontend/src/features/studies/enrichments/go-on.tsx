import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { EnrichmentDetail } from "@/api/enrichments";
import { FormError } from "@/components/form-error";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { continueEnrichment, enrichmentsKey } from "../api/enrichments";
import { LimitFields } from "./limit-fields";
import { sentLimits, type Limits } from "./limits";
import { lostOf } from "./state";

const FIELDS = ["most_samples", "most_cost"] as const;

/** Go on with what is left, and with what failed where that is wanted; nothing where all is answered. */
export function GoOn({ projectId, enrichment }: { projectId: number; enrichment: EnrichmentDetail }) {
  const { t } = useTranslation("enrichments");
  const client = useQueryClient();
  const { counts } = enrichment;
  const lost = lostOf(enrichment);
  const priced = enrichment.usage.cost !== null;
  const left = counts.total === 0 || counts.pending + counts.asked > 0;
  const [limits, setLimits] = useState<Limits>({
    most_samples: enrichment.most_samples ?? "",
    most_cost: enrichment.most_cost ?? "",
  });
  const [again, setAgain] = useState(false);
  const go = useMutation({
    mutationFn: () => continueEnrichment(projectId, enrichment.id, { ...sentLimits(limits, priced), again }),
    onSuccess: () => {
      notifyDone(t("goes_on"));
      return client.invalidateQueries({ queryKey: enrichmentsKey(projectId) });
    },
  });
  if (!left && lost === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <LimitFields
          limits={limits}
          priced={priced}
          problems={fieldErrors(go.error, FIELDS)}
          onChange={(changes) => setLimits({ ...limits, ...changes })}
        />
        {lost > 0 && (
          <Checkbox
            label={t("again", { count: lost })}
            description={t("again_hint")}
            checked={again}
            onChange={(event) => setAgain(event.currentTarget.checked)}
          />
        )}
        <FormError error={go.error} names={FIELDS} />
        <Group>
          <Button type="submit" variant="default" loading={go.isPending} disabled={!left && !again}>
            {t("go_on")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
