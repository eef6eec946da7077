import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewItem } from "@/api/quality";
import { useShortcuts } from "@/canvas/shortcuts";
import { ShortcutsDialog } from "@/canvas/shortcuts-list/shortcuts-dialog";
import { ActBar } from "@/components/act-bar";
import { DataTable, type Column } from "@/components/data-table";
import { personName } from "@/lib/people";
import { useMayLead } from "@/lib/queries/projects";
import { asFilters, type ReviewFilters, type ReviewPage } from "./api/review";
import { useColumns } from "./columns";

interface ReviewListProps {
  projectId: number;
  filters: ReviewFilters;
  page: ReviewPage;
  onOrder: (order: string) => void;
  onAct: (act: number) => void;
  onUndo: () => void;
}

const LINK = "[data-review-link]";

/** Moves the focus from one answer's link to the next. */
function step(by: number) {
  const links = [...document.querySelectorAll<HTMLElement>(LINK)];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1);
  links[next]?.focus();
}

function useListKeys(toggle: (id: number) => void, undo: () => void, help: () => void) {
  const { t } = useTranslation("review");
  useShortcuts("review-list", [
    {
      id: "review_next",
      name: t("keys.next"),
      keys: ["j"],
      scope: "page",
      run: () => step(1),
    },
    {
      id: "review_previous",
      name: t("keys.previous"),
      keys: ["k"],
      scope: "page",
      run: () => step(-1),
    },
    {
      id: "review_select",
      name: t("keys.select"),
      keys: ["x"],
      scope: "page",
      run: () => {
        const id = document.activeElement?.getAttribute("data-review-link");
        if (id) toggle(Number(id));
      },
    },
    { id: "review_undo", name: t("keys.undo"), keys: ["u"], scope: "page", run: undo },
    { id: "help", keys: ["?", "F1"], scope: "anywhere", run: help },
  ]);
}

export function ReviewList({ projectId, filters, page, onOrder, onAct, onUndo }: ReviewListProps) {
  const { t } = useTranslation("review");
  const items = page.results;
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  // Not only those of this page, but all that match.
  const [everything, setEverything] = useState(false);
  const [helping, setHelping] = useState(false);
  const mayAct = useMayLead(projectId);
  // What has left the list with a refresh is no longer ticked.
  const ids = items.map(({ answer }) => answer.annotation).filter((id) => ticked.has(id));
  const toggle = (id: number) => {
    if (!mayAct) return;
    setEverything(false);
    setTicked((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };
  const clear = () => {
    setEverything(false);
    setTicked(new Set());
  };
  useListKeys(toggle, onUndo, () => setHelping(true));
  const columns = useColumns(filters, projectId, onOrder);
  const all = items.length;
  const isAll = everything && ids.length === all;
  const tick: Column<ReviewItem> = {
    key: "tick",
    header: (
      <Checkbox
        size="sm"
        aria-label={t("bulk.all")}
        checked={ids.length === all}
        indeterminate={ids.length > 0 && ids.length < all}
        onChange={(event) => {
          setEverything(false);
          setTicked(new Set(event.currentTarget.checked ? items.map(({ answer }) => answer.annotation) : []));
        }}
      />
    ),
    label: "",
    render: ({ answer }) => (
      <Checkbox
        size="sm"
        aria-label={t("bulk.one", { name: answer.image.name, person: personName(answer.annotator) })}
        checked={ticked.has(answer.annotation)}
        onChange={() => toggle(answer.annotation)}
      />
    ),
  };
  return (
    <Stack gap="xs">
      <DataTable
        name={t("title")}
        columns={mayAct ? [tick, ...columns] : columns}
        rows={items}
        rowKey={({ answer }) => answer.annotation}
      />
      <Group visibleFrom="sm" className="for-keys">
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => setHelping(true)}
        >
          {t("keys.title")}
        </Button>
      </Group>
      {ids.length > 0 && (
        <ActBar
          projectId={projectId}
          chosen={isAll ? { matching: asFilters(filters) } : { annotations: ids }}
          count={isAll ? page.total : ids.length}
          flags={items.filter(({ answer }) => ticked.has(answer.annotation)).flatMap(({ flags }) => flags)}
          onAct={(act) => {
            clear();
            onAct(act);
          }}
          floats
        >
          {ids.length === all && page.total > all && !isAll && (
            <Button variant="light" onClick={() => setEverything(true)}>
              {t("bulk.everything", { count: page.total })}
            </Button>
          )}
          <Button variant="subtle" onClick={clear}>
            {t("bulk.clear")}
          </Button>
        </ActBar>
      )}
      <ShortcutsDialog isOpen={helping} onClose={() => setHelping(false)} />
    </Stack>
  );
}
