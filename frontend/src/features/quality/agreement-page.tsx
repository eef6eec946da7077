import { Badge, Group, Select, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Aggregate, Measure, StageAgreement } from "@/api/quality";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { IntervalEnds } from "@/components/interval-ends";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Thumb } from "@/components/thumb";
import { TitleCell } from "@/components/title-cell";
import { formatNumber } from "@/lib/format";
import { usePageTitle } from "@/lib/page-title";
import { projectQuery, useProjectName } from "@/lib/queries/projects";
import { messageOf, stageTitle } from "@/lib/server-messages";
import { agreementQuery, aggregatesQuery } from "./api/quality";

export default function AgreementPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("quality");
  const query = useQuery(agreementQuery(projectId));
  usePageTitle(t("agreement.title"), useProjectName(projectId));
  return (
    <Stack>
      <QueryView query={query}>
        {({ stages }) =>
          stages.length === 0 ? (
            <Section title={t("agreement.title")} term="agreement">
              <Text c="dimmed">{t("agreement.none")}</Text>
            </Section>
          ) : (
            stages.map((stage) => <StageMeasures key={stage.key} stage={stage} />)
          )
        }
      </QueryView>
      <Aggregates projectId={projectId} />
    </Stack>
  );
}

function StageMeasures({ stage }: { stage: StageAgreement }) {
  const { t } = useTranslation("quality");
  const { t: tc } = useTranslation("common");
  const assumed = new Set(stage.measures.filter(({ value }) => value !== null).map((one) => messageOf(one.assumption)));
  const columns: Column<Measure>[] = [
    {
      key: "title",
      header: t("agreement.measure"),
      label: "",
      render: (measure) => <TitleCell title={messageOf(measure.title)} text={messageOf(measure.explanation)} />,
    },
    {
      key: "value",
      header: t("agreement.value"),
      render: (measure) =>
        measure.value === null ? (
          <div>
            <Badge color="gray">{t("agreement.undefined")}</Badge>
            <Text size="xs" c="dimmed" maw="44ch" mt={4}>
              {measure.undefined && messageOf(measure.undefined)}
            </Text>
          </div>
        ) : (
          <Text fw={600} fz="inherit">
            {formatNumber(measure.value, 3)}
          </Text>
        ),
    },
    {
      key: "interval",
      header: tc("interval.name"),
      render: ({ value, low, high, no_interval: why, images }) =>
        value === null ? (
          formatNumber(null)
        ) : (
          <IntervalEnds low={low} high={high} why={why} images={images} write={(end) => formatNumber(end, 3)} />
        ),
    },
    { key: "n", header: t("agreement.n"), end: true, render: (measure) => formatNumber(measure.n) },
  ];
  return (
    <Section
      title={t("agreement.of_stage", { stage: stageTitle(stage) })}
      description={assumed.size > 0 ? [...assumed].join(" ") : undefined}
    >
      {stage.measures.length === 0 ? (
        <Text c="dimmed">{t("agreement.none")}</Text>
      ) : (
        <DataTable name={stageTitle(stage)} columns={columns} rows={stage.measures} rowKey={({ name }) => name} />
      )}
    </Section>
  );
}

function Aggregates({ projectId }: { projectId: number }) {
  const { t } = useTranslation("quality");
  const { stage, cursor } = useSearch({ from: "/shell/projects/$projectId/quality/agreement" });
  const navigate = useNavigate({ from: "/projects/$projectId/quality/agreement" });
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const query = useQuery({ ...aggregatesQuery(projectId, { stage, cursor }), placeholderData: keepPreviousData });
  const columns = useAggregateColumns();
  return (
    <Section title={t("aggregates.title")} description={t("aggregates.text")}>
      <Stack>
        {stages.length > 1 && (
          <Group>
            <Select
              label={t("run.stage")}
              placeholder={t("aggregates.first_stage")}
              w={{ base: "100%", xs: 280 }}
              clearable
              value={stage ?? null}
              data={stages.map(({ key, title }) => ({ value: key, label: title }))}
              onChange={(next) => void navigate({ search: next ? { stage: next } : {}, replace: true })}
            />
          </Group>
        )}
        <QueryView query={query}>
          {(page) =>
            page.results.length === 0 ? (
              <Text c="dimmed">{t("aggregates.none")}</Text>
            ) : (
              <div>
                <DataTable
                  name={t("aggregates.title")}
                  columns={columns}
                  rows={page.results}
                  rowKey={({ sample }) => sample}
                />
                <Pager
                  page={page}
                  onCursor={(next) => void navigate({ search: (old) => ({ ...old, cursor: next }) })}
                />
              </div>
            )
          }
        </QueryView>
      </Stack>
    </Section>
  );
}

const difficultyColors = { easy: "accent", medium: "yellow", difficult: "red", unusable: "gray" } as const;

function useAggregateColumns(): Column<Aggregate>[] {
  const { t } = useTranslation("quality");
  return [
    {
      key: "image",
      header: t("aggregates.image"),
      label: "",
      render: ({ image, sample }) => (
        <Group gap="sm" wrap="nowrap">
          <Thumb src={image.urls.thumb} alt="" size={40} />
          <TextLink to="/samples/$sampleId" params={{ sampleId: String(sample) }} fz="inherit">
            {image.name}
          </TextLink>
        </Group>
      ),
    },
    {
      key: "text",
      header: t("aggregates.text_detected"),
      render: ({ text_detected: text }) => {
        if (!text || text.yes + text.no === 0) return t("aggregates.not_asked");
        const majority = text.majority === null ? "tie" : text.majority ? "yes" : "no";
        return t("aggregates.votes", { majority: t(`aggregates.${majority}`), yes: text.yes, no: text.no });
      },
    },
    { key: "canned", header: t("aggregates.canned"), end: true, render: ({ canned }) => formatNumber(canned) },
    {
      key: "outcomes",
      header: t("aggregates.outcomes"),
      render: ({ outcomes }) => (outcomes ? t("aggregates.kept", outcomes) : formatNumber(null)),
    },
    {
      key: "difficulty",
      header: t("aggregates.difficulty"),
      render: ({ difficulty }) =>
        difficulty === null ? (
          formatNumber(null)
        ) : (
          <Badge color={difficultyColors[difficulty]}>{t(`difficulty.${difficulty}`)}</Badge>
        ),
    },
  ];
}
