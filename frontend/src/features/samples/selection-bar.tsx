import { Button, Group, Menu, Paper, Text } from "@mantine/core";
import { IconChevronUp } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { randomUuid } from "@/kinds/random";
import { formatNumber } from "@/lib/format";
import { beginStudyOf, type ChosenSamples } from "@/lib/study-of";
import { actOnSamples, matching, otherVerbs, sampleActQuery, usualVerbs, type SampleVerb } from "./api/sample-acts";
import type { SampleFilters } from "./api/samples";
import { BulkDialog, type Said } from "./bulk-dialog";
import { ExportDialog } from "./export-dialog";
import classes from "./selection-bar.module.css";
import type { Selection } from "./use-selection";

interface SelectionBarProps {
  projectId: number;
  filters: SampleFilters;
  selection: Selection;
  page: { results: { id: number }[]; total: number; total_is_exact: boolean };
  /** Told what was begun: its notice says how it goes on. */
  onAct: (act: number) => void;
}

/** How many samples are chosen, on whatever pages, and what can be done with them in one act. */
export function SelectionBar({ projectId, filters, selection, page, onAct }: SelectionBarProps) {
  const { t } = useTranslation("samples");
  const [asked, setAsked] = useState<{ verb: SampleVerb; key: string } | null>(null);
  const [isExporting, setExporting] = useState(false);
  const navigate = useNavigate();
  const chosen: ChosenSamples = selection.isAll
    ? { matching: matching(filters), expected: page.total }
    : { samples: [...selection.ids] };
  const count = selection.isAll ? page.total : selection.ids.size;
  const act = useActOn(projectId, (done) => {
    setAsked(null);
    selection.clear();
    onAct(done);
  });
  const ask = (verb: SampleVerb) => () => {
    act.reset();
    // A request that is sent twice has one key, and acts once.
    setAsked({ verb, key: randomUuid() });
  };
  const uses: Use[] = [
    { key: "export", label: t("chosen.export"), run: () => setExporting(true) },
    {
      key: "study",
      label: t("chosen.study"),
      run: () => {
        beginStudyOf(projectId, { samples: chosen, count });
        void navigate({ to: "/projects/$projectId/studies/new", params: { projectId: String(projectId) } });
      },
    },
  ];
  const mayTakeAll =
    !selection.isAll &&
    page.total_is_exact &&
    page.total > page.results.length &&
    page.results.every(({ id }) => selection.has(id));
  if (count === 0) return null;
  return (
    <Paper withBorder p="sm" className={classes.bar} role="region" aria-label={t("bulk.region")}>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Text size="sm" fw={550} role="status">
            {t(selection.isAll ? "bulk.count_all" : "bulk.count", { count, number: formatNumber(count) })}
          </Text>
          {mayTakeAll && (
            <Button variant="light" size="compact-sm" onClick={selection.tickAll}>
              {t("bulk.everything", { number: formatNumber(page.total) })}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
            {t("bulk.clear")}
          </Button>
        </Group>
        <Acts onAsk={ask} uses={uses} />
      </Group>
      {isExporting && (
        <ExportDialog projectId={projectId} chosen={chosen} count={count} onClose={() => setExporting(false)} />
      )}
      {asked && (
        <BulkDialog
          verb={asked.verb}
          count={count}
          isAll={selection.isAll}
          busy={act.isPending}
          error={act.error}
          onClose={() => setAsked(null)}
          onAct={(said) => act.mutate({ verb: asked.verb, key: asked.key, ...said, ...chosen })}
        />
      )}
    </Paper>
  );
}

function useActOn(projectId: number, onDone: (act: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: { verb: SampleVerb; key: string } & Said & ChosenSamples) => actOnSamples(projectId, wanted),
    onSuccess: (done) => {
      client.setQueryData(sampleActQuery(projectId, done.id).queryKey, done);
      onDone(done.id);
    },
    // Others have changed the list meanwhile: shown anew, it says what there is.
    onError: () => client.invalidateQueries({ queryKey: ["projects", projectId, "samples"] }),
  });
}

/** What samples are used for, which changes none of them. */
interface Use {
  key: string;
  label: string;
  run: () => void;
}

interface ActsProps {
  onAsk: (verb: SampleVerb) => () => void;
  uses: Use[];
}

/** The acts in a row, or in a menu where there is no room for one. */
function Acts({ onAsk, uses }: ActsProps) {
  const { t } = useTranslation("samples");
  return (
    <>
      <Group gap="xs" visibleFrom="sm">
        {uses.map(({ key, label, run }) => (
          <Button key={key} size="xs" variant="default" onClick={run}>
            {label}
          </Button>
        ))}
        {usualVerbs.map((verb) => (
          <Button
            key={verb}
            size="xs"
            variant={verb === "withdraw" ? "light" : "default"}
            color={verb === "withdraw" ? "red" : undefined}
            onClick={onAsk(verb)}
          >
            {t(`bulk.ask.${verb}`)}
          </Button>
        ))}
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<IconChevronUp size={14} aria-hidden />}>
              {t("bulk.more")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {otherVerbs.map((verb) => (
              <Menu.Item key={verb} onClick={onAsk(verb)}>
                {t(`bulk.ask.${verb}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Menu position="top-end" withinPortal>
        <Menu.Target>
          <Button hiddenFrom="sm" size="sm" rightSection={<IconChevronUp size={16} aria-hidden />}>
            {t("detail.acts")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {uses.map(({ key, label, run }) => (
            <Menu.Item key={key} onClick={run}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {[...usualVerbs, ...otherVerbs].map((verb) => (
            <Menu.Item key={verb} color={verb === "withdraw" ? "red" : undefined} onClick={onAsk(verb)}>
              {t(`bulk.ask.${verb}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
