import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { TrainingPoint } from "@/api/learning";
import { LineChart, type Series } from "@/components/charts/line-chart";
import { QueryView } from "@/components/query-view";
import { formatNumber } from "@/lib/format";
import { curveQuery } from "./api/learning";

interface CurveProps {
  projectId: number;
  trainingId: number;
  running: boolean;
}

/** The loss over the steps, on what is trained on and on what was held out. */
export function Curve({ projectId, trainingId, running }: CurveProps) {
  const { t } = useTranslation("learning");
  const query = useQuery(curveQuery(projectId, trainingId, running));
  return (
    <QueryView query={query}>
      {(points) => {
        const [only] = points;
        // Of one point there is no line to draw.
        if (points.length < 2) return only && <OnlyPoint point={only} />;
        return (
          <LineChart
            title={t("curve.title")}
            xName={t("curve.step")}
            series={seriesOf(points, t("curve.loss"), t("curve.held_out"))}
          />
        );
      }}
    </QueryView>
  );
}

function OnlyPoint({ point: { step, loss, held_out_loss } }: { point: TrainingPoint }) {
  const { t } = useTranslation("learning");
  return (
    <Text size="sm">
      {loss !== null && t("curve.only", { loss: formatNumber(loss, 2), step: formatNumber(step) })}{" "}
      {held_out_loss !== null && t("curve.only_held_out", { loss: formatNumber(held_out_loss, 2) })}
    </Text>
  );
}

function seriesOf(points: TrainingPoint[], loss: string, heldOut: string): Series[] {
  const pick = (name: "loss" | "held_out_loss") =>
    points.flatMap((point) => {
      const y = point[name];
      return y === null ? [] : [{ x: point.step, y }];
    });
  return [
    { name: loss, points: pick("loss") },
    { name: heldOut, points: pick("held_out_loss") },
  ];
}
