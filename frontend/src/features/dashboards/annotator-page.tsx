import { Alert, Group, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnnotatorDetail } from "@/api/dashboards";
import { LinkButton, TextLink } from "@/components/link-button";
import { PersonBadges } from "@/components/person-badges";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { formatDay, formatNumber, formatPercent } from "@/lib/format";
import { personName } from "@/lib/people";
import { usePageTitle } from "@/lib/page-title";
import { annotatorQuery } from "./api/dashboards";
import { AnnotatorActs, TickedActs } from "./annotator-acts";
import { AnnotatorStages } from "./annotator-stages";
import { AnnotatorTexts } from "./annotator-texts";
import { AnnotatorWeeks } from "./annotator-weeks";
import { FlagCounts } from "./flag-counts";
import { WarningList } from "./warnings-alert";

/** One person's work: how it goes over time against the pool, what was detail in it, and the texts themselves. */
export default function AnnotatorPage({ projectId, userId }: { projectId: number; userId: number }) {
  const { t } = useTranslation("dashboards");
  const query = useQuery(annotatorQuery(projectId, userId));
  usePageTitle(query.data ? personName(query.data.user) : t("annotators.title"));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/annotators" params={{ projectId: String(projectId) }}>
        {t("annotator.back")}
      </TextLink>
      <QueryView query={query}>{(detail) => <Found projectId={projectId} detail={detail} />}</QueryView>
    </Stack>
  );
}

const NONE: ReadonlySet<number> = new Set();

function Found({ projectId, detail }: { projectId: number; detail: AnnotatorDetail }) {
  const { t } = useTranslation("dashboards");
  const { t: review } = useTranslation("review");
  const place = JSON.stringify(useSearch({ from: "/shell/projects/$projectId/annotators/$userId" }));
  // What is ticked is what one sees: on another page of the texts nothing is.
  const [ticks, setTicks] = useState({ place, ids: NONE });
  const ticked = ticks.place === place ? ticks.ids : NONE;
  const tick = (id: number) => {
    const ids = new Set(ticked);
    if (!ids.delete(id)) ids.add(id);
    setTicks({ place, ids });
  };
  const clear = () => setTicks({ place, ids: NONE });
  const [act, setAct] = useState<number | null>(null);
  const begun = (id: number | null) => {
    setAct(id);
    if (id === null) return;
    clear();
    // What came of it is said at the top of the page.
    window.scrollTo({ top: 0 });
  };
  return (
    <>
      <Group gap="sm">
        <Title order={2}>{personName(detail.user)}</Title>
        <PersonBadges row={detail} />
        <LinkButton
          size="xs"
          variant="default"
          to="/projects/$projectId/review"
          params={{ projectId: String(projectId) }}
          search={{ state: "all", annotator: String(detail.user.id) }}
        >
          {review("all_of", { name: personName(detail.user) })}
        </LinkButton>
      </Group>
      <AnnotatorActs projectId={projectId} detail={detail} act={act} onAct={begun} />
      {detail.warnings.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title={t("warning.one_title")}>
          <WarningList warnings={detail.warnings} />
          <Text size="xs" mt="xs" maw="80ch">
            {t("warning.how")}
          </Text>
        </Alert>
      )}
      <Summary detail={detail} />
      <AnnotatorWeeks weeks={detail.weeks} />
      {detail.by_stage.length > 0 && <AnnotatorStages rows={detail.by_stage} />}
      <FlagCounts projectId={projectId} userId={detail.user.id} rows={detail.flags_by_code} />
      <AnnotatorTexts
        projectId={projectId}
        person={detail.user}
        codes={detail.flags_by_code}
        ticked={ticked}
        onTick={tick}
      />
      <TickedActs projectId={projectId} ticked={[...ticked]} onAct={begun} onClear={clear} />
    </>
  );
}

function Summary({ detail }: { detail: AnnotatorDetail }) {
  const { t } = useTranslation("dashboards");
  const { approved, rejected } = detail.reviews;
  const { passed_on: asIs, unchanged } = detail;
  const share = (part: number, all: number) => (all ? formatPercent(part / all) : formatNumber(null));
  return (
    <Section title={t("annotator.summary")}>
      <Stats>
        <Stat
          label={t("column.submissions")}
          value={formatNumber(detail.submissions)}
          hint={detail.first_at ? t("annotator.since", { day: formatDay(detail.first_at) }) : ""}
        />
        <Stat label={t("column.skips")} value={formatNumber(detail.skips)} />
        <Stat
          label={t("column.gold")}
          value={detail.gold ? share(detail.gold.right, detail.gold.n) : formatNumber(null)}
          hint={
            detail.gold
              ? t("annotators.of", { part: formatNumber(detail.gold.right), all: formatNumber(detail.gold.n) })
              : t("annotator.no_gold")
          }
        />
        <Stat
          label={t("column.reviews")}
          value={share(approved, approved + rejected)}
          hint={
            approved + rejected
              ? t("annotator.reviewed", { approved: formatNumber(approved), rejected: formatNumber(rejected) })
              : t("annotator.not_reviewed")
          }
        />
        <Stat
          label={t("column.passed_on")}
          value={asIs ? share(asIs.number, asIs.of) : formatNumber(null)}
          hint={
            asIs
              ? t("annotator.passed_on", {
                  part: formatNumber(asIs.number),
                  all: formatNumber(asIs.of),
                  low: formatPercent(asIs.low),
                  high: formatPercent(asIs.high),
                })
              : t("annotator.nothing_given")
          }
        />
        <Stat
          label={t("column.unchanged")}
          value={unchanged ? share(unchanged.number, unchanged.of) : formatNumber(null)}
          hint={
            unchanged
              ? t("annotator.unchanged", {
                  part: formatNumber(unchanged.number),
                  all: formatNumber(unchanged.of),
                  low: formatPercent(unchanged.low),
                  high: formatPercent(unchanged.high),
                })
              : t("annotator.nothing_given")
          }
        />
        <Stat
          label={t("stage.flags")}
          value={formatNumber(detail.flags.open)}
          hint={t("annotator.flags_total", { total: formatNumber(detail.flags.total) })}
        />
      </Stats>
    </Section>
  );
}
