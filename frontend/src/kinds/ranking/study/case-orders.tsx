import { Group, Text } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import type { CaseRating } from "@/api/studies";
import { CaseRater, CaseReasons } from "@/components/case-reasons";
import { DataTable, type Column } from "@/components/data-table";
import { orderColumns } from "../../shown-order";
import type { CaseProps } from "../../study-ui";
import { stepsOf } from "../model";

const ranksOf = ({ answer }: CaseRating): readonly number[] => ("ranks" in answer ? answer.ranks : []);

/** The order each person gave, by the names of the sources. */
export function CaseOrders({ item }: CaseProps) {
  const { t } = useTranslation("studies");
  const titles = [...item.stimuli].sort((a, b) => a.source - b.source).map(({ title }) => title);
  const columns: Column<CaseRating>[] = [
    { key: "rater", header: t("cases.rater"), label: "", render: (rating) => <CaseRater rating={rating} /> },
    {
      key: "order",
      header: t("ranked.order"),
      render: (rating) => <Order ranks={ranksOf(rating)} titles={titles} />,
    },
    ...orderColumns(item, t),
  ];
  return (
    <>
      <DataTable
        name={t("ranked.orders", { number: item.number })}
        columns={columns}
        rows={item.ratings}
        rowKey={({ rater }) => rater}
      />
      <CaseReasons
        ratings={item.ratings}
        reasonsOf={({ answer }) => [
          { key: "why", title: t("ranked.why"), text: "ranks" in answer ? answer.justification : "" },
        ]}
      />
    </>
  );
}

function Order({ ranks, titles }: { ranks: readonly number[]; titles: readonly string[] }) {
  return (
    <Group gap="2px 12px">
      {stepsOf([...ranks]).map((step, at) => (
        <Text key={step.join()} component="span" size="sm">
          <Text component="span" size="sm" c="dimmed" fw={600}>
            {at + 1}
          </Text>{" "}
          {step.map((source, index) => (
            <Fragment key={source}>
              {index > 0 && " = "}
              {titles[source] ?? ""}
            </Fragment>
          ))}
        </Text>
      ))}
    </Group>
  );
}
