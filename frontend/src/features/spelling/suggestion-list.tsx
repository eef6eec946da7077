import { Alert, Autocomplete, Badge, Button, Checkbox, Group, List, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Suggestion } from "@/api/quality";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { MarkedText } from "@/components/marked-text";
import { formatPercent } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { messageOf } from "@/lib/server-messages";
import { acceptWords, rejectWords, spellingKey, undoWords } from "./api/spelling";

interface SuggestionListProps {
  projectId: number;
  rows: Suggestion[];
  /** Whether the rows were decided about before; then one can only take that back. */
  decided: boolean;
  mayAct: boolean;
}

type Act = "accept" | "reject" | "add" | "undo";

function useActs(projectId: number, replacementOf: (row: Suggestion) => string, onDone: () => void) {
  const { t } = useTranslation("spelling");
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ rows, act }: { rows: Suggestion[]; act: Act }) => {
      const ids = rows.map(({ id }) => id);
      if (act === "undo") return undoWords(projectId, ids);
      if (act === "accept") {
        return acceptWords(
          projectId,
          rows.map((row) => ({ id: row.id, replacement: replacementOf(row).trim() })),
        );
      }
      return rejectWords(projectId, ids, act === "add");
    },
    onSuccess: async (outcome, { act }) => {
      notifyDone(t(`done.${act}`, { count: outcome.done }));
      onDone();
      await client.invalidateQueries({ queryKey: spellingKey(projectId) });
    },
  });
}

export function SuggestionList({ projectId, rows, decided, mayAct }: SuggestionListProps) {
  const { t } = useTranslation("spelling");
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const replacementOf = (row: Suggestion) => typed[row.id] ?? row.replacement ?? row.suggestions[0]?.word ?? "";
  const acts = useActs(projectId, replacementOf, () => setTicked(new Set()));
  const chosen = rows.filter(({ id }) => ticked.has(id));
  const columns = useColumns(replacementOf, mayAct && !decided, (id, text) =>
    setTyped((old) => ({ ...old, [id]: text })),
  );
  const tick: Column<Suggestion> = {
    key: "tick",
    header: (
      <Checkbox
        size="sm"
        aria-label={t("list.tick_all")}
        checked={chosen.length === rows.length}
        indeterminate={chosen.length > 0 && chosen.length < rows.length}
        onChange={(event) => setTicked(new Set(event.currentTarget.checked ? rows.map(({ id }) => id) : []))}
      />
    ),
    label: t("list.tick"),
    render: (row) => (
      <Checkbox
        size="sm"
        aria-label={t("list.tick_one", { word: row.word })}
        checked={ticked.has(row.id)}
        onChange={(event) => {
          const next = new Set(ticked);
          if (event.currentTarget.checked) next.add(row.id);
          else next.delete(row.id);
          setTicked(next);
        }}
      />
    ),
  };
  const incomplete = chosen.some((row) => replacementOf(row).trim() === "");
  return (
    <Stack>
      {mayAct && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" role="status">
            {t("list.ticked", { count: chosen.length })}
          </Text>
          <Group gap="xs">
            {(decided ? (["undo"] as const) : (["add", "reject", "accept"] as const)).map((act) => (
              <Button
                key={act}
                size="xs"
                variant={act === "accept" ? "filled" : "default"}
                disabled={chosen.length === 0 || acts.isPending || (act === "accept" && incomplete)}
                loading={acts.isPending && acts.variables.act === act}
                onClick={() => acts.mutate({ rows: chosen, act })}
              >
                {t(`act.${act}`)}
              </Button>
            ))}
          </Group>
        </Group>
      )}
      {acts.error && <ErrorNotice error={acts.error} />}
      {acts.data && acts.data.failed.length > 0 && (
        <Alert color="yellow" role="alert" title={t("failed", { count: acts.data.failed.length })}>
          <List size="sm">
            {acts.data.failed.map((failure) => (
              <List.Item key={failure.id}>{messageOf(failure)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <DataTable
        name={t("list.title")}
        columns={mayAct ? [tick, ...columns] : columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </Stack>
  );
}

function useColumns(
  replacementOf: (row: Suggestion) => string,
  mayAct: boolean,
  onReplacement: (id: number, text: string) => void,
): Column<Suggestion>[] {
  const { t } = useTranslation("spelling");
  return [
    {
      key: "text",
      header: t("column.text"),
      label: "",
      render: (row) => (
        <div>
          <MarkedText
            text={row.text}
            marks={[{ span: [row.span.start, row.span.end], tone: "error", label: t("column.word") }]}
          />
          <Text size="xs" c="dimmed">
            {row.image.name}
          </Text>
        </div>
      ),
    },
    {
      key: "word",
      header: t("column.word"),
      render: (row) => (
        <Text fw={550} fz="inherit">
          {row.word}
        </Text>
      ),
    },
    {
      key: "replacement",
      header: t("column.replacement"),
      render: (row) =>
        mayAct ? (
          <Autocomplete
            size="sm"
            w={180}
            aria-label={t("column.replacement_of", { word: row.word })}
            data={row.suggestions.map(({ word }) => word)}
            value={replacementOf(row)}
            onChange={(text) => onReplacement(row.id, text)}
          />
        ) : (
          replacementOf(row)
        ),
    },
    {
      key: "confidence",
      header: t("column.confidence"),
      end: true,
      render: (row) => formatPercent(row.suggestions[0]?.confidence),
    },
    {
      key: "state",
      header: t("column.state"),
      render: (row) => <Badge color={row.state === "accepted" ? "accent" : "gray"}>{t(`state.${row.state}`)}</Badge>,
    },
  ];
}
