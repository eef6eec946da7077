import { Badge, Box, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { GroupFigures, GroupScheme } from "@/api/groups";
import type { Measure } from "@/api/quality";
import { DataTable, type Column } from "@/components/data-table";
import { IntervalEnds } from "@/components/interval-ends";
import { Section } from "@/components/section";
import { TitleCell } from "@/components/title-cell";
import { formatNumber } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";

interface Count {
  name: string;
  images: number;
}

/** How many images have which group, and how far people agree: sums alone. */
export function GroupCounts({ scheme, figures }: { scheme: GroupScheme; figures: GroupFigures }) {
  const { t } = useTranslation("groups");
  const known = figures.counts.reduce((sum, { images }) => sum + images, 0) + figures.cannot_tell + figures.tied;
  const counts: Count[] = [
    ...figures.counts.map(({ value, images }) => ({ name: value, images })),
    { name: t("unsure"), images: figures.cannot_tell },
    { name: t("counts.tied"), images: figures.tied },
    { name: t("counts.none"), images: figures.images - known },
  ];
  const columns: Column<Count>[] = [
    { key: "name", header: t("counts.value"), label: "", render: ({ name }) => name },
    { key: "images", header: t("counts.images"), end: true, render: ({ images }) => formatNumber(images) },
  ];
  const { answers, imported, people } = figures;
  const said = [
    t("counts.answers", { count: answers, answers: formatNumber(answers) }),
    t("counts.people", { count: people, people: formatNumber(people) }),
    ...(imported > 0 ? [t("counts.imported", { count: imported, imported: formatNumber(imported) })] : []),
  ];
  return (
    <Section title={scheme.name} description={`${said.join(", ")}. ${t("counts.text")}`}>
      <Stack>
        <Box maw={480}>
          <DataTable name={scheme.name} columns={columns} rows={counts} rowKey={({ name }) => name} />
        </Box>
        <Agreement measures={figures.agreement} />
      </Stack>
    </Section>
  );
}

function Agreement({ measures }: { measures: Measure[] }) {
  const { t } = useTranslation("groups");
  const { t: common } = useTranslation("common");
  const columns: Column<Measure>[] = [
    {
      key: "title",
      header: t("agreement.title"),
      label: "",
      render: ({ title, explanation }) => <TitleCell title={messageOf(title)} text={messageOf(explanation)} />,
    },
    {
      key: "value",
      header: t("agreement.value"),
      render: ({ value, undefined: why }) =>
        value === null ? (
          <div>
            <Badge color="gray">{t("agreement.undefined")}</Badge>
            <Text size="xs" c="dimmed" maw="44ch" mt={4}>
              {why && messageOf(why)}
            </Text>
          </div>
        ) : (
          formatNumber(value, 3)
        ),
    },
    {
      key: "interval",
      header: common("interval.name"),
      render: ({ value, low, high, no_interval: why }) =>
        value === null ? (
          formatNumber(null)
        ) : (
          <IntervalEnds low={low} high={high} why={why} write={(end) => formatNumber(end, 3)} />
        ),
    },
    { key: "n", header: t("agreement.n"), end: true, render: ({ n }) => formatNumber(n) },
  ];
  const [first] = measures;
  return (
    <div>
      <DataTable name={t("agreement.title")} columns={columns} rows={measures} rowKey={({ name }) => name} />
      {first && first.value !== null && (
        <Text size="xs" c="dimmed" mt="xs">
          {messageOf(first.assumption)} {t("agreement.unsure")}
        </Text>
      )}
    </div>
  );
}
