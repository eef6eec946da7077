import { Badge, Button, Group, Menu, Text } from "@mantine/core";
import { IconBookmark, IconBookmarkFilled, IconChevronDown, IconCheck } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleView } from "@/api/types";
import { notifyDone } from "@/lib/notify";
import { changeView, isSame, keptOf, shownBy, viewsQuery, type Shown } from "./api/views";
import { DeleteViewDialog, ViewDialog } from "./view-dialogs";

interface ViewsMenuProps {
  projectId: number;
  shown: Shown;
  /** The same with the columns that are seen, which are kept. */
  whole: Shown;
  /** The view that stands in the address. */
  saved: number | null;
  onSaved: (view: SampleView | null) => void;
}

type Asked = "new" | "change" | "delete";

/** Kept lists of samples: gone to, kept, renamed, shared and deleted. */
export function ViewsMenu({ projectId, shown, whole, saved, onSaved }: ViewsMenuProps) {
  const { t } = useTranslation("samples");
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(viewsQuery(projectId));
  const views = query.data ?? [];
  const isGone = saved !== null && query.isSuccess && !views.some(({ id }) => id === saved);
  const current = views.find(({ id }) => id === saved);
  const isChanged = current !== undefined && !isSame(shown, shownBy(current));
  const update = useUpdate(projectId, onSaved);
  const close = () => setAsked(null);
  const name = current ? t(isChanged ? "views.changed" : "views.current", { name: current.name }) : t("views.title");
  return (
    <Group gap="sm">
      {isGone && (
        <Text size="sm" role="status">
          {t("views.gone")}
        </Text>
      )}
      <Menu position="bottom-start" withinPortal width={280}>
        <Menu.Target>
          <Button
            variant="default"
            maw="100%"
            leftSection={
              current ? <IconBookmarkFilled size={16} aria-hidden /> : <IconBookmark size={16} aria-hidden />
            }
            rightSection={<IconChevronDown size={16} aria-hidden />}
            loading={update.isPending}
          >
            {name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
          {views.length === 0 && <Menu.Label>{t("views.none")}</Menu.Label>}
          {views.map((view) => (
            <ViewItem key={view.id} projectId={projectId} view={view} isCurrent={view.id === saved} />
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setAsked("new")}>{t("views.keep")}</Menu.Item>
          {current?.may_change && (
            <>
              <Menu.Item disabled={!isChanged} onClick={() => update.mutate({ view: current, shown: whole })}>
                {t("views.update", { name: current.name })}
              </Menu.Item>
              <Menu.Item onClick={() => setAsked("change")}>{t("views.rename")}</Menu.Item>
              <Menu.Item color="red" onClick={() => setAsked("delete")}>
                {t("views.delete")}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked === "new" && <ViewDialog projectId={projectId} shown={whole} onClose={close} onDone={onSaved} />}
      {asked === "change" && current && (
        <ViewDialog projectId={projectId} shown={whole} view={current} onClose={close} onDone={close} />
      )}
      {asked === "delete" && current && (
        <DeleteViewDialog projectId={projectId} view={current} onClose={close} onDone={() => onSaved(null)} />
      )}
    </Group>
  );
}

/** A real link: it opens in a new tab, and its address can be sent to others. */
function ViewItem({ projectId, view, isCurrent }: { projectId: number; view: SampleView; isCurrent: boolean }) {
  const { t } = useTranslation("samples");
  return (
    <Menu.Item
      component={Link}
      {...({
        to: "/projects/$projectId/samples",
        params: { projectId: String(projectId) },
        search: { saved: String(view.id) },
      } as object)}
      aria-current={isCurrent || undefined}
      leftSection={isCurrent ? <IconCheck size={16} aria-hidden /> : undefined}
      rightSection={view.is_shared ? <Badge color="gray">{t("views.shared")}</Badge> : undefined}
    >
      {view.name}
    </Menu.Item>
  );
}

function useUpdate(projectId: number, onDone: (view: SampleView) => void) {
  const { t } = useTranslation("samples");
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ view, shown }: { view: SampleView; shown: Shown }) => changeView(projectId, view.id, keptOf(shown)),
    onSuccess: async (view) => {
      await client.invalidateQueries({ queryKey: viewsQuery(projectId).queryKey });
      onDone(view);
      notifyDone(t("views.updated"));
    },
  });
}
