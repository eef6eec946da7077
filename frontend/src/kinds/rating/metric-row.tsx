import { Textarea } from "@mantine/core";
import { useId, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Score } from "@/api/types";
import type { PlacedFinding, PlacedProblem } from "../kind";
import { RemarkList } from "../text/remark-list";
import { atKey, remarksOn } from "../text/remarks";
import type { Justification, Metric } from "./metrics";
import type { Scale } from "./points";
import classes from "./rating.module.css";
import { ScaleField } from "./scale-field";
import { reasonKey, scoreKey } from "./score-keys";

export interface MetricRowProps {
  metric: Metric;
  scale: Scale;
  score: Score;
  justification: Justification;
  isCurrent: boolean;
  isReadOnly: boolean;
  problems: readonly PlacedProblem[];
  findings: readonly PlacedFinding[];
  onScore: (value: number) => void;
  onReason: (text: string) => void;
  onEnter: () => void;
}

/** One question about what is judged: a place on the scale, and why. */
export function MetricRow(props: MetricRowProps) {
  const { metric, score, problems, findings } = props;
  const key = scoreKey(metric.key);
  const id = useId();
  const remarks = useMemo(() => remarksOn("", atKey(problems, key), atKey(findings, key)), [problems, findings, key]);
  return (
    <li className={classes.metric} data-current={props.isCurrent || undefined} onFocus={props.onEnter}>
      <div data-part={key} className={classes.part}>
        <div>
          <h3 className={classes.title} id={`${id}-title`}>
            {metric.title}
          </h3>
          {metric.help !== "" && (
            <p className={classes.help} id={`${id}-help`}>
              {metric.help}
            </p>
          )}
        </div>
        <ScaleField
          scale={props.scale}
          value={score.score}
          labelId={`${id}-title`}
          describedBy={`${id}-help ${id}-remarks`}
          isCurrent={props.isCurrent}
          isReadOnly={props.isReadOnly}
          isRefused={remarks.some(({ isRefused }) => isRefused)}
          onChoose={props.onScore}
        />
        <RemarkList id={`${id}-remarks`} remarks={remarks} />
      </div>
      {props.justification !== "off" && <Reason {...props} />}
    </li>
  );
}

/** Mantine's attributes know of messages within the field only, and take the place of ours. */
const OWN_ARIA = { withAria: false };

function Reason({ metric, score, justification, isReadOnly, problems, findings, onReason }: MetricRowProps) {
  const { t } = useTranslation("workbench");
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const key = reasonKey(metric.key);
  const text = score.justification;
  const remarks = useMemo(
    () => remarksOn(text, atKey(problems, key), atKey(findings, key)),
    [text, problems, findings, key],
  );
  const isRefused = remarks.some((remark) => remark.isRefused);
  return (
    <div data-part={key} className={classes.part}>
      <Textarea
        ref={field}
        aria-label={t("rating.why", { metric: metric.title })}
        {...OWN_ARIA}
        aria-describedby={id}
        aria-invalid={isRefused || undefined}
        placeholder={t(justification === "required" ? "rating.why_required" : "rating.why_optional")}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={2000}
        spellCheck
        data-undo={key}
        value={text}
        readOnly={isReadOnly}
        error={isRefused}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <RemarkList id={id} remarks={remarks} field={field} />
    </div>
  );
}
