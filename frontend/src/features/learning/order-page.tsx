import { Badge, Button, Group, Radio, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OrderRule, OrderingPage } from "@/api/seed-quality";
import { ErrorNotice } from "@/components/error-notice";
import { JobProgress } from "@/components/job-progress";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { notifyDone } from "@/lib/notify";
import { personName } from "@/lib/people";
import { usePageTitle } from "@/lib/page-title";
import { isActive } from "@/lib/queries/jobs";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { messageOf, titleOf } from "@/lib/server-messages";
import { order, orderingQuery } from "./api/seed-quality";

/** In which order samples that nobody has started are handed out. */
export default function OrderPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("learning");
  const query = useQuery(orderingQuery(projectId));
  usePageTitle(t("order.title"), useProjectName(projectId));
  return (
    <Section title={t("order.title")} description={t("order.text")}>
      <QueryView query={query}>{(page) => <OrderForm key={page.rule} projectId={projectId} page={page} />}</QueryView>
    </Section>
  );
}

function OrderForm({ projectId, page }: { projectId: number; page: OrderingPage }) {
  const { t } = useTranslation("learning");
  const client = useQueryClient();
  const mayAct = useMayLead(projectId);
  const [rule, setRule] = useState<OrderRule>(page.rule);
  const apply = useMutation({
    mutationFn: () => order(projectId, rule),
    onSuccess: async () => {
      notifyDone(t("order.begun"));
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  const busy = isActive(page.current?.job);
  return (
    <Stack>
      <Current page={page} projectId={projectId} />
      <Radio.Group label={t("order.rule")} value={rule} onChange={(value) => setRule(value as OrderRule)}>
        <Stack gap="sm" mt="xs">
          {page.available.map((option) => (
            <Radio
              key={option.rule}
              value={option.rule}
              disabled={!mayAct || !option.possible}
              label={titleOf("order", option.rule, option.title)}
              description={[
                titleOf("order", option.rule, option.description, "text"),
                option.reason && messageOf(option.reason),
              ]
                .filter(Boolean)
                .join(" ")}
            />
          ))}
        </Stack>
      </Radio.Group>
      {apply.error && <ErrorNotice error={apply.error} />}
      {mayAct && (
        <Group>
          <Button disabled={busy} loading={apply.isPending} onClick={() => apply.mutate()}>
            {t("order.apply")}
          </Button>
          <Text size="sm" c="dimmed">
            {t("order.apply_hint")}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

function Current({ page, projectId }: { page: OrderingPage; projectId: number }) {
  const { t } = useTranslation("learning");
  const { current } = page;
  const title = page.available.find(({ rule }) => rule === page.rule)?.title ?? page.rule;
  return (
    <div>
      <Group gap="sm">
        <Badge color="accent" size="lg">
          {titleOf("order", page.rule, title)}
        </Badge>
        <Text size="sm" c="dimmed">
          {current?.applied_at ? (
            <>
              {t("order.since", {
                count: current.samples,
                name: current.created_by ? personName(current.created_by) : t("order.nobody"),
              })}{" "}
              <Time at={current.applied_at} />
            </>
          ) : (
            t("order.from_start")
          )}
        </Text>
      </Group>
      {current?.job && !current.applied_at && <JobProgress projectId={projectId} job={current.job} />}
    </div>
  );
}
