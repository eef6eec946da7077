import { Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RetentionOutlook, RetentionRule, RetentionRun } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { Dialog } from "@/components/dialog";
import { FormError } from "@/components/form-error";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { formatBytes, formatDate, formatDateTime, formatNumber } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { messageOf } from "@/lib/server-messages";
import { keepFor, outlookQuery, retentionQuery, runsQuery } from "./api/privacy";

/** How much would go, in one line. */
function useAmount() {
  const { t } = useTranslation("privacy");
  return ({ count, size_bytes, oldest }: RetentionOutlook): string => {
    if (count === 0) return t("retention.nothing");
    const number = formatNumber(count);
    const amount =
      size_bytes === null
        ? t("retention.things", { number })
        : t("retention.things_bytes", { number, bytes: formatBytes(size_bytes) });
    return oldest ? `${amount}, ${t("retention.oldest", { date: formatDate(oldest) })}` : amount;
  };
}

/** For how long each kind of thing is kept, and what would go now. */
export function RetentionSection() {
  const { t } = useTranslation("privacy");
  const query = useQuery(retentionQuery);
  return (
    <Section title={t("retention.title")} description={t("retention.text")}>
      <QueryView query={query}>{(rules) => <RuleTable rules={rules} />}</QueryView>
    </Section>
  );
}

function RuleTable({ rules }: { rules: RetentionRule[] }) {
  const { t } = useTranslation("privacy");
  const amount = useAmount();
  const columns: Column<RetentionRule>[] = [
    {
      key: "kind",
      header: t("retention.kind"),
      label: "",
      render: ({ title, about }) => (
        <div>
          <Text fw={550} fz="inherit">
            {messageOf(title)}
          </Text>
          <Text size="xs" c="dimmed" maw="52ch">
            {messageOf(about)}
          </Text>
        </div>
      ),
    },
    {
      key: "days",
      header: t("retention.days"),
      render: ({ days }) => (days === null ? t("retention.for_ever") : t("retention.for_days", { count: days })),
    },
    {
      key: "now",
      header: t("retention.now"),
      render: ({ would_remove }) => (would_remove ? amount(would_remove) : "–"),
    },
    {
      key: "next",
      header: t("retention.next"),
      render: ({ next_run }) => (next_run ? formatDateTime(next_run) : t("retention.never")),
    },
    { key: "change", header: "", label: "", end: true, render: (rule) => <ChangeRule rule={rule} /> },
  ];
  return <DataTable name={t("retention.table")} columns={columns} rows={rules} rowKey={({ kind }) => kind} />;
}

function ChangeRule({ rule }: { rule: RetentionRule }) {
  const { t } = useTranslation("privacy");
  const [isOpen, setOpen] = useState(false);
  const name = messageOf(rule.title);
  const label = t("retention.change_name", { name });
  return (
    <>
      <Button size="xs" variant="default" aria-label={label} onClick={() => setOpen(true)}>
        {t("retention.change")}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={label}>
        <RuleForm rule={rule} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function RuleForm({ rule, onDone }: { rule: RetentionRule; onDone: () => void }) {
  const { t } = useTranslation("privacy");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const [days, setDays] = useState(rule.days);
  const save = useMutation({
    mutationFn: () => keepFor(rule.kind, days),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: retentionQuery.queryKey });
      notifyDone(t(days === null ? "retention.saved_for_ever" : "retention.saved"));
      onDone();
    },
  });
  return (
    <Stack>
      <Text size="sm">{messageOf(rule.about)}</Text>
      <NumberInput
        label={t("retention.days_label")}
        description={t("retention.days_hint")}
        min={1}
        max={36_500}
        allowDecimal={false}
        value={days ?? ""}
        onChange={(value) => setDays(typeof value === "number" && value >= 1 ? value : null)}
      />
      {days === null ? (
        <Text size="sm" c="dimmed">
          {t("retention.would")}
        </Text>
      ) : (
        <WouldGo kind={rule.kind} days={days} />
      )}
      <FormError error={save.error} names={[]} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {common("action.cancel")}
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          {t("retention.save")}
        </Button>
      </Group>
    </Stack>
  );
}

function WouldGo({ kind, days }: { kind: RetentionRule["kind"]; days: number }) {
  const { t } = useTranslation("privacy");
  const amount = useAmount();
  const query = useQuery(outlookQuery(kind, days));
  return (
    <QueryView query={query}>
      {(found) => (
        <Text size="sm" fw={550}>
          {t("retention.would_go", { what: amount(found) })}
        </Text>
      )}
    </QueryView>
  );
}

/** What the rules have removed, run by run. */
export function RunsSection() {
  const { t } = useTranslation("privacy");
  const rules = useQuery(retentionQuery);
  const query = useQuery(runsQuery);
  const titles = new Map(rules.data?.map(({ kind, title }) => [kind, messageOf(title)]));
  const columns: Column<RetentionRun>[] = [
    { key: "at", header: t("runs.at"), render: ({ at }) => <Time at={at} /> },
    { key: "kind", header: t("runs.kind"), render: ({ kind }) => titles.get(kind) ?? kind },
    {
      key: "removed",
      header: t("runs.removed"),
      render: ({ removed, size_bytes, is_partial }) => {
        const number = formatNumber(removed);
        const said = size_bytes
          ? t("retention.things_bytes", { number, bytes: formatBytes(size_bytes) })
          : t("retention.things", { number });
        return is_partial ? `${said} (${t("runs.more")})` : said;
      },
    },
    { key: "days", header: t("runs.days"), end: true, render: ({ days }) => formatNumber(days) },
    { key: "oldest", header: t("runs.oldest"), render: ({ oldest }) => (oldest ? formatDate(oldest) : "–") },
  ];
  return (
    <Section title={t("runs.title")}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <Text c="dimmed" size="sm">
              {t("runs.none")}
            </Text>
          ) : (
            <DataTable name={t("runs.table")} columns={columns} rows={page.results} rowKey={({ id }) => id} />
          )
        }
      </QueryView>
    </Section>
  );
}
