import { Badge, Tabs } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Page } from "@/api/types";
import { PageHeader } from "@/components/page-header";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { feedbackQuery } from "@/lib/queries/feedback";
import { outcomeNoticesQuery } from "@/lib/queries/outcome-notices";
import { Messages } from "./messages";
import { Outcomes } from "./outcomes";

type View = "messages" | "outcomes";

/** What leads wrote about one's own texts, and what became of them. */
export default function InboxPage() {
  const { t } = useTranslation("inbox");
  const { cursor, view: asked } = useSearch({ from: "/shell/feedback" });
  const navigate = useNavigate();
  const messages = useQuery({
    ...feedbackQuery(asked === "outcomes" ? undefined : cursor),
    placeholderData: keepPreviousData,
  });
  const outcomes = useQuery({
    ...outcomeNoticesQuery(asked === "outcomes" ? cursor : undefined),
    placeholderData: keepPreviousData,
  });
  // A word from a lead comes first; where there is none, what is new.
  const view: View =
    asked === "outcomes" || asked === "messages"
      ? asked
      : messages.data?.results.length === 0 && (outcomes.data?.results.length ?? 0) > 0
        ? "outcomes"
        : "messages";
  const turn = (next: string | undefined) => void navigate({ to: "/feedback", search: { view, cursor: next } });
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Tabs
        value={view}
        onChange={(next) => void navigate({ to: "/feedback", search: { view: next ?? "messages" }, replace: true })}
        keepMounted={false}
        // On a phone a long name takes two lines rather than a row of its own.
        styles={{ tab: { whiteSpace: "normal", minWidth: 0 } }}
      >
        <Tabs.List mb="md" style={{ flexWrap: "nowrap" }}>
          <Tabs.Tab value="messages" rightSection={<New page={messages.data} />}>
            {t("view.messages")}
          </Tabs.Tab>
          <Tabs.Tab value="outcomes" rightSection={<New page={outcomes.data} />}>
            {t("view.outcomes")}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="messages">
          <QueryView query={messages}>
            {(page) => (
              <>
                <Messages page={page} />
                <Pager page={page} onCursor={turn} />
              </>
            )}
          </QueryView>
        </Tabs.Panel>
        <Tabs.Panel value="outcomes">
          <QueryView query={outcomes}>
            {(page) => (
              <>
                <Outcomes page={page} />
                <Pager page={page} onCursor={turn} />
              </>
            )}
          </QueryView>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function New({ page }: { page: Page<{ read_at: string | null }> | undefined }) {
  const { t } = useTranslation("inbox");
  return page?.results.some(({ read_at }) => read_at === null) ? <Badge size="sm">{t("new")}</Badge> : null;
}
