import { Badge, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewItem } from "@/api/quality";
import { useShortcuts } from "@/canvas/shortcuts";
import { ShortcutsDialog } from "@/canvas/shortcuts-list/shortcuts-dialog";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { Thumb } from "@/components/thumb";
import { Time } from "@/components/time";
import { VerdictBadge } from "@/components/verdict-badge";
import { kindNamed } from "@/kinds/registry";
import { personName } from "@/lib/people";
import { useMayLead } from "@/lib/queries/projects";
import { flagTitle } from "@/lib/server-messages";
import type { ReviewFilters } from "./api/review";
import { BulkBar } from "./bulk-bar";
import classes from "./review.module.css";

interface ReviewListProps {
  projectId: number;
  filters: ReviewFilters;
  items: ReviewItem[];
}

const LINK = "[data-review-link]";

/** Moves the focus from one answer's link to the next. */
function step(by: number) {
  const links = [...document.querySelectorAll<HTMLElement>(LINK)];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1);
  links[next]?.focus();
}

function useListKeys(toggle: (id: number) => void, help: () => void) {
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
    { id: "help", keys: ["?", "F1"], scope: "anywhere", run: help },
  ]);
}

export function ReviewList({ projectId, filters, items }: ReviewListProps) {
  const { t } = useTranslation("review");
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [helping, setHelping] = useState(false);
  const mayAct = useMayLead(projectId);
  // What has left the list with a refresh is no longer ticked.
  const ids = items.map(({ answer }) => answer.annotation).filter((id) => ticked.has(id));
  const toggle = (id: number) => {
    if (!mayAct) return;
    setTicked((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };
  useListKeys(toggle, () => setHelping(true));
  const columns = useColumns(filters, projectId);
  const all = items.length;
  const tick: Column<ReviewItem> = {
    key: "tick",
    header: (
      <Checkbox
        size="sm"
        aria-label={t("bulk.all")}
        checked={ids.length === all}
        indeterminate={ids.length > 0 && ids.length < all}
        onChange={(event) =>
          setTicked(new Set(event.currentTarget.checked ? items.map(({ answer }) => answer.annotation) : []))
        }
      />
    ),
    label: t("bulk.tick"),
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
      <Group visibleFrom="sm">
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
        <BulkBar
          projectId={projectId}
          ids={ids}
          flags={items.filter(({ answer }) => ticked.has(answer.annotation)).flatMap(({ flags }) => flags)}
          onClear={() => setTicked(new Set())}
        />
      )}
      <ShortcutsDialog isOpen={helping} onClose={() => setHelping(false)} />
    </Stack>
  );
}

function useColumns(filters: ReviewFilters, projectId: number): Column<ReviewItem>[] {
  const { t } = useTranslation("review");
  const verdict: Column<ReviewItem> = {
    key: "verdict",
    header: t("column.verdict"),
    render: ({ answer }) => <VerdictBadge verdict={answer.verdict} />,
  };
  return [
    {
      key: "image",
      header: t("column.answer"),
      label: "",
      render: ({ answer }) => (
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Thumb src={answer.image.urls.thumb} alt="" size={56} />
          <div>
            <TextLink
              to="/projects/$projectId/review/$annotationId"
              params={{ projectId: String(projectId), annotationId: String(answer.annotation) }}
              search={filters}
              data-review-link={answer.annotation}
              fz="sm"
              display="block"
            >
              {answer.image.name}
            </TextLink>
            <Text size="sm" lineClamp={2} className={classes.excerpt}>
              {kindNamed(answer.stage.kind).excerpt?.(answer.value)}
            </Text>
          </div>
        </Group>
      ),
    },
    { key: "person", header: t("column.person"), render: ({ answer }) => personName(answer.annotator) },
    {
      key: "flags",
      header: t("column.flags"),
      render: ({ flags }) => (
        <Group gap={4}>
          {flags.map((flag) => (
            <Badge key={flag.id} color={flag.state === "open" ? "yellow" : "gray"}>
              {flagTitle(flag)}
            </Badge>
          ))}
        </Group>
      ),
    },
    // In the list of those that wait, nobody has decided anything.
    ...((filters.state ?? "open") === "open" ? [] : [verdict]),
    { key: "at", header: t("column.at"), render: ({ answer }) => <Time at={answer.submitted_at} /> },
  ];
}
