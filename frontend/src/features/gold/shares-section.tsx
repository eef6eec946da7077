import { Alert, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { GoldShort, PersonsGold, StageGold } from "@/api/quality";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatNumber, formatPercent } from "@/lib/format";
import { personName } from "@/lib/people";
import { stageTitle } from "@/lib/server-messages";
import { sharesQuery } from "./api/gold";

/** How much gold was promised and given, and why some of it is missing. */
export function SharesSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("gold");
  const query = useQuery(sharesQuery(projectId));
  return (
    <Section title={t("shares.title")} term="gold" description={t("shares.text")}>
      <QueryView query={query}>
        {({ stages }) =>
          stages.length === 0 ? (
            <Text c="dimmed">
              {t("shares.off")}{" "}
              <TextLink to="/projects/$projectId/settings" params={{ projectId: String(projectId) }}>
                {t("shares.settings")}
              </TextLink>
            </Text>
          ) : (
            <Stack gap="xl">
              {stages.map((stage) => (
                <StageShares key={stage.stage.key} stage={stage} />
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Section>
  );
}

function StageShares({ stage }: { stage: StageGold }) {
  const { t } = useTranslation("gold");
  const { t: common } = useTranslation("common");
  const promised = formatPercent(stage.places > 0 ? stage.promised / stage.places : stage.rate);
  const name = stageTitle(stage.stage);
  const reason = ({ reason }: GoldShort) =>
    t(`shares.reason.${reason === "met" && stage.met_again ? "met_again" : reason}`);
  const reasons: Column<GoldShort>[] = [
    { key: "reason", header: t("shares.why"), render: reason, label: "" },
    {
      key: "times",
      header: t(stage.in_hits ? "shares.hits" : "shares.claims"),
      render: ({ times }) => formatNumber(times),
      end: true,
    },
    { key: "people", header: t("people.title"), render: ({ people }) => formatNumber(people), end: true },
  ];
  const people: Column<PersonsGold>[] = [
    { key: "who", header: t("evidence.who"), render: ({ annotator }) => personName(annotator), label: "" },
    { key: "places", header: t("shares.tasks"), render: ({ places }) => formatNumber(places), end: true },
    { key: "gold", header: t("shares.gold"), render: ({ given }) => formatNumber(given), end: true },
    {
      key: "share",
      header: t("shares.share"),
      render: ({ given, places }) => formatPercent(given / places),
      end: true,
    },
    {
      key: "why",
      header: t("shares.missing"),
      render: ({ reasons }) =>
        reasons.length > 0 ? reasons.map((code) => t(`shares.short.${code}`)).join(", ") : common("none"),
    },
  ];
  return (
    <Stack gap="md">
      <div>
        <Title order={3}>{name}</Title>
        <Text>
          {stage.places > 0
            ? t("shares.summary", {
                promised,
                given: formatPercent(stage.given / stage.places),
                gold: formatNumber(stage.given),
                tasks: formatNumber(stage.places),
              })
            : t("shares.unused", { promised })}
        </Text>
        <Text size="sm" c="dimmed">
          {t("shares.stock", { items: formatNumber(stage.items), images: formatNumber(stage.images) })}
        </Text>
      </div>
      {stage.short.length > 0 && (
        <Alert color="yellow" title={t("shares.short_title")} role="note">
          <DataTable
            name={t("shares.short_of", { stage: name })}
            columns={reasons}
            rows={stage.short}
            rowKey={({ reason }) => reason}
          />
        </Alert>
      )}
      {stage.people.length > 0 && (
        <DataTable
          name={t("shares.people_of", { stage: name })}
          columns={people}
          rows={stage.people}
          rowKey={({ annotator }) => annotator.id}
        />
      )}
    </Stack>
  );
}
