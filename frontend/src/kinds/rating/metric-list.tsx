import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ScoresAnswer } from "@/api/types";
import type { Command } from "@/canvas/keys";
import { useShortcuts } from "@/canvas/shortcuts";
import { KeysHint } from "../keys-hint";
import type { WorkbenchProps } from "../kind";
import { RemarkList } from "../text/remark-list";
import { atKey, remarksOn } from "../text/remarks";
import { MetricRow } from "./metric-row";
import type { Justification, Metric } from "./metrics";
import type { Scale } from "./points";
import classes from "./rating.module.css";
import { scoreOf, useCurrent, useFocusOnProblem, useScores } from "./use-scores";

interface MetricListProps {
  bench: Omit<WorkbenchProps<ScoresAnswer>, "assignment">;
  metrics: readonly Metric[];
  scale: Scale;
  justification: Justification;
}

/** All questions about what is judged. Numbers answer the marked one; what is next depends on what is asked. */
export function MetricList({ bench, metrics, scale, justification }: MetricListProps) {
  const { t } = useTranslation("workbench");
  const { problems, findings, isReadOnly } = bench;
  const { answer, change } = useScores(bench.initial, bench.onChange);
  const current = useCurrent(metrics, answer);
  const { rows, at, setAt } = current;
  const whole = useMemo(() => remarksOn("", problems, findings), [problems, findings]);
  useFocusOnProblem(rows, whole.find(({ isRefused }) => isRefused)?.key, bench.attempt);

  const choose = (index: number, value: number) => {
    const metric = metrics[index];
    if (metric && !isReadOnly) change(metric.key, { score: value });
  };
  const goTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), metrics.length - 1);
    setAt(next);
    current.focus(next, "input:not(:disabled)");
  };
  const chooseAndGoOn = (value: number) => {
    choose(at, value);
    if (justification === "required") current.focus(at, "textarea");
    else goTo(at + 1);
  };
  const toReason = () => current.focus(at, "textarea");
  const own = commands({ scale, justification, at, goTo, chooseAndGoOn, toReason });
  useShortcuts("rating", own);
  return (
    <>
      <ol className={classes.metrics} aria-label={t("rating.questions")} ref={rows}>
        {metrics.map((metric, index) => (
          <MetricRow
            key={metric.key}
            metric={metric}
            scale={scale}
            score={scoreOf(answer, metric.key)}
            justification={justification}
            isCurrent={index === at}
            isReadOnly={isReadOnly}
            problems={problems}
            findings={findings}
            onScore={(value) => choose(index, value)}
            onReason={(text) => change(metric.key, { justification: text })}
            onEnter={() => setAt(index)}
          />
        ))}
      </ol>
      <RemarkList remarks={atKey(whole, "scores")} />
      <KeysHint
        commands={own}
        ids={NAMED_KEYS[justification]}
        className={classes.keysHint}
        say={(rate, next, reason) => t(`rating.keys_hint.${justification}`, { rate, next, reason })}
      />
    </>
  );
}

const NAMED_KEYS: Readonly<Record<Justification, readonly string[]>> = {
  required: ["rate", "metric_next"],
  optional: ["rate", "metric_next", "reason"],
  off: ["rate"],
};

function commands(options: {
  scale: Scale;
  justification: Justification;
  at: number;
  goTo: (index: number) => void;
  chooseAndGoOn: (value: number) => void;
  toReason: () => void;
}): Command[] {
  const { scale, at, goTo } = options;
  const digits = scale.points.map((point, index): Command => ({
    id: "rate",
    keys: [String(index + 1)],
    scope: "page",
    isUnlisted: index > 0,
    run: () => options.chooseAndGoOn(point.value),
  }));
  return [
    ...digits,
    // With Alt, so that they also lead out of a field in which one is writing.
    { id: "metric_next", keys: ["alt+ArrowDown"], scope: "anywhere", run: () => goTo(at + 1) },
    { id: "metric_previous", keys: ["alt+ArrowUp"], scope: "anywhere", run: () => goTo(at - 1) },
    {
      id: "reason",
      keys: ["j"],
      scope: "page",
      isUnlisted: options.justification === "off",
      isEnabled: () => options.justification !== "off",
      run: options.toReason,
    },
  ];
}
